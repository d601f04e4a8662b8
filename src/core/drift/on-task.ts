import { drift } from '../../policy/drift.ts'
import type { ChangedFile } from '../events.ts'
import type { Aim } from './aim.ts'
import type { Survey, SurveyedFile } from './survey.ts'
import { type TaskTerms, termsMet, vocabularyIn, weightOf } from './task-terms.ts'

/** How a changed file belongs to the task. */
export type Bond =
  /** The task says its name, its folder, or a name in its changed lines. */
  | 'named'
  /** Enough words of the task are in its path, in its changed lines or in it. */
  | 'words'
  /** It uses, or is used by, one of the above. */
  | 'linked'
  /** A word of the task or two, or a file between it and one that the task names: not enough to say so. */
  | 'faint'
  | 'none'

export interface Asked {
  aim: Aim
  terms: TaskTerms
  survey: Survey
}

/** Of files that were all surveyed. */
export function bondsOf(files: ChangedFile[], asked: Asked): Map<string, Bond> {
  const surveyed = new Map(asked.survey.files.map((file) => [file.path, file]))
  const direct = new Map(files.map((file) => [file.path, directBond(file, surveyed.get(file.path)!, asked)]))
  const firm = new Set([...direct].filter(([, bond]) => isFirm(bond)).map(([path]) => path))
  const hubs = new Set([...firm, ...asked.survey.anchors])
  const isLinked = (path: string, to: Set<string>) => surveyed.get(path)!.links.some((link) => to.has(link))
  const near = new Set([...direct.keys()].filter((path) => firm.has(path) || isLinked(path, hubs)))
  return new Map(
    files.map(({ path, change }): [string, Bond] => {
      const bond = direct.get(path)!
      // What was there before may have to follow a file that itself only follows.
      const linked = near.has(path) || (change === 'modified' && isLinked(path, near))
      return [path, !isFirm(bond) && linked ? 'linked' : bond]
    }),
  )
}

/** By itself, without what it is linked to. */
function isFirm(bond: Bond): boolean {
  return bond === 'named' || bond === 'words'
}

function directBond({ path, change }: ChangedFile, file: SurveyedFile, { aim, terms }: Asked): Bond {
  if (terms.paths.some((named) => isAt(path, named))) return 'named'
  if (change !== 'added' && aim.places.some((place) => isAt(path, place))) return 'named'
  const names = new Set(file.names.map((name) => name.toLowerCase()))
  if (terms.names.some((name) => names.has(name))) return 'named'
  return wordBond(file, terms)
}

function wordBond({ path, names, mentions, behind }: SurveyedFile, terms: TaskTerms): Bond {
  const inPath = termsMet(terms, vocabularyIn([path]))
  const inNames = termsMet(terms, vocabularyIn(names))
  const inText = termsMet(terms, vocabularyIn([...names, ...mentions]))
  const firm =
    weightOf(inPath) >= drift.inPath ||
    weightOf(inNames) >= Math.min(drift.inNames, tellingIn(terms)) ||
    weightOf(inText) >= drift.inText
  if (firm) return 'words'
  const faint = inPath.length > 0 || inText.some(({ weight }) => weight === 1)
  return faint || behind.length > 0 ? 'faint' : 'none'
}

/** Of a task with one telling word, more than that cannot be asked for. */
function tellingIn({ words }: TaskTerms): number {
  return words.filter(({ weight }) => weight === 1).length
}

/** The file itself, by its whole path or the end of it, or a folder that it is in. */
function isAt(path: string, named: string): boolean {
  return `/${path}`.endsWith(`/${named}`) || `/${path}/`.includes(`/${named.replace(/\/$/, '')}/`)
}
