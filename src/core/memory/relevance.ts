import { JUDGE } from '../../archetypes/archetype.ts'
import { vocabularyOf } from '../../measures/vocabulary.ts'
import { drift } from '../../policy/drift.ts'
import { makers, memoryLimits, rolesInStrategy } from '../../policy/memory.ts'
import { type TaskTerms, taskTerms, termsMet, weightOf } from '../drift/task-terms.ts'
import type { Lesson } from './lesson.ts'

/** What a lesson is held against. */
export interface Aimed {
  task: string
  files: string[]
  domain: string
  strategy: string
}

export interface Relevance {
  why: string
  /** The nearer it is to the task, the higher. */
  rank: number
}

/** Why a lesson should be known to whoever works on this, or `null`. */
export function relevanceOf(aimed: Aimed): (lesson: Lesson) => Relevance | null {
  const { task, files, domain, strategy } = aimed
  const terms = taskTerms({ task, also: [], todos: [], files, places: [] })
  return (lesson) => {
    if (lesson.domain !== null && lesson.domain !== domain) return null
    if (rolesFor(lesson, strategy).length === 0) return null
    const path = terms.paths.find((each) => lesson.files.some((file) => isIn(file, each)))
    if (path !== undefined) return { why: `the task names ${path}`, rank: 3 }
    const words = sharedWords(terms, lesson).map((stem) => asSaid(task, stem))
    if (words.length > 0) return { why: `the task speaks of ${words.join(', ')}`, rank: 2 }
    return everywhere(lesson)
  }
}

/**
 * Who is told in a run of that strategy. Reviewers get hints for their own role and nothing else, a judge nothing at
 * all. Where nobody plans, whoever makes is told what is meant for the plan.
 */
export function rolesFor({ role, kind }: Pick<Lesson, 'role' | 'kind'>, strategy: string): string[] {
  const meant = (role === null ? makers : [role]).filter(
    (each) => makers.includes(each) || (kind === 'archetype-hint' && each !== JUDGE),
  )
  const playing = rolesInStrategy[strategy]
  if (!playing) return meant
  const told = meant.map((each) => (each === 'creator' && !playing.includes(each) ? 'maker' : each))
  return [...new Set(told)].filter((each) => playing.includes(each))
}

/** One word of the task in a path that it is bound to says as much as two anywhere. */
function sharedWords(terms: TaskTerms, { text, fix, files }: Lesson): string[] {
  const bound = files.length > memoryLimits.boundFiles ? [] : files
  const inPath = termsMet(terms, vocabularyOf(...bound))
  const inAll = termsMet(terms, vocabularyOf(text, fix, ...files))
  const enough = weightOf(inPath) >= drift.inPath || weightOf(inAll) >= drift.inNames
  return enough ? inAll.map(({ word }) => word) : []
}

/** Words are compared by their beginnings; a person is shown the whole. */
function asSaid(task: string, stem: string): string {
  return task.match(/\p{L}+/gu)?.find((word) => word.toLowerCase().startsWith(stem)) ?? stem
}

/** It is about no place in particular. */
function everywhere({ by, kind, files, role }: Lesson): Relevance | null {
  if (by === 'person' && files.length === 0)
    return {
      why: kind === 'preference' ? 'a preference for every task' : `for every task${of(role)}`,
      rank: 1,
    }
  return files.length > memoryLimits.boundFiles
    ? { why: `met in ${files.length} files of this project`, rank: 1 }
    : null
}

function of(role: string | null): string {
  return role === null ? '' : ` of the ${role}`
}

/** `cart.ts` and `src/cart` both name `src/cart/cart.ts`. */
function isIn(file: string, path: string): boolean {
  return file === path || file.startsWith(`${path}/`) || file.endsWith(`/${path}`)
}
