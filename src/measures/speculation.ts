import { cleanText } from '../contracts/clean-text.ts'
import type { Message } from './message.ts'
import type { Outline } from './outline.ts'
import { serves } from './purpose.ts'
import { type Resolve, referencesIn } from './references.ts'
import { bringingIn, firstSentence } from './sentences.ts'
import { meets, names, partsOf, type Vocabulary, vocabularyOf } from './vocabulary.ts'

/** A reason that lies ahead. It counts only beside a thing that nothing uses: see `isUsed`. */
const AHEAD =
  /\b(?:future|futures|future-proof\w*|some ?day|one day|eventually|later on|down the (?:road|line)|(?:may|might|could|will) (?:one day |later |well |also )?(?:need|want|add|have|be (?:needed|added|wanted|useful))|(?:in case|if|should) (?:we|they|you|somebody|someone|anyone) (?:ever|later)|extensib\w*|anticipat\w*)\b/i
const CLAUSE = /[,;:.](?=\s)|\s(?=(?:because|since|so that|so|which|and|but|as)\s)/
const MAX_DECISIONS = 50
const MAX_TEXT = 600
const MAX_STEPS = 500

/** Decisions that a plan gives, in its closing block or under a heading of that name. */
export function decisionsOf({ contract }: Message, { sections }: Outline): string[] {
  const listed = sections
    .filter(({ title }) => serves(title, 'decision') && !serves(title, 'alternative'))
    .flatMap(({ lines }) => lines.map(({ text }) => text.replace(/^\s*(?:[-*+]|\d{1,3}[.)])\s+/, '')))
  return [...new Set([...contract.decisions, ...listed])]
    .slice(0, MAX_DECISIONS)
    .map((each) => cleanText(each, MAX_TEXT))
}

interface PlanFacts {
  message: Message
  outline: Outline
  decisions: string[]
  resolve: Resolve
  /** Of the names in the decisions, those that the base has. */
  known: Set<string>
}

export function speculationsIn(facts: PlanFacts): string[] {
  const ahead = facts.decisions.filter((decision) => AHEAD.test(decision))
  if (ahead.length === 0) return []
  const task = vocabularyOf(facts.message.task, facts.message.taskFiles.join(' '))
  const world = { ...facts, task, uses: usesIn(facts) }
  return ahead.filter((decision) => isSpeculation(decision, world))
}

interface World extends PlanFacts {
  task: Vocabulary
  /** Words of each test, and of each line about a file that exists. */
  uses: Set<string>[]
}

function usesIn({ message, outline, decisions, resolve }: PlanFacts): Set<string>[] {
  const steps = outline.sections
    .filter(({ title }) => !serves(title, 'decision') && !serves(title, 'alternative'))
    .flatMap(({ lines }) => lines.map(({ text }) => text))
    .filter((text) => !decisions.includes(text) && referencesIn([text], resolve).files.size > 0)
  return [...message.contract.test_strategy, ...steps.slice(0, MAX_STEPS)].map(
    (text) => new Set(partsOf(text)),
  )
}

/** Names that a decision mentions, so that they can be looked up in the base. */
export function namesIn(decisions: string[]): string[] {
  return [...referencesIn(decisions, () => null).names].filter((name) => /^\w+$/.test(name))
}

function isSpeculation(decision: string, world: World): boolean {
  const brought = firstSentence(decision)
  if (bringingIn(brought).length === 0) return false
  const things = thingsIn(brought, world.known)
  return (
    things.length > 0 && !things.some((thing) => isUsed(thing, world)) && !hasPresentNeed(decision, world)
  )
}

/** What the sentence brings in: the names in it that are new, or its own words where it has none. */
function thingsIn(sentence: string, known: Set<string>): string[] {
  const named = namesIn([sentence])
  if (named.length > 0) return named.filter((name) => !known.has(name))
  const before = sentence.split(CLAUSE)[0] ?? ''
  const end = before.search(/\s(?:for|to|in case)\s/)
  const words = partsOf(end === -1 ? before : before.slice(0, end)).slice(1)
  return words.length > 0 ? [words.slice(-2).join(' ')] : []
}

/** The task names it, a test is about it, or a file that exists is going to use it. */
function isUsed(thing: string, { task, uses }: World): boolean {
  const parts = partsOf(thing)
  return names(task, thing) || uses.some((words) => parts.every((part) => words.has(part)))
}

/** A reason that does not lie ahead, and has to do with the task or with a file that exists. */
function hasPresentNeed(decision: string, { resolve, task }: World): boolean {
  const reasons = decision.split(CLAUSE).slice(1)
  return reasons.some(
    (reason) =>
      !AHEAD.test(reason) &&
      (referencesIn([reason], resolve).files.size > 0 || partsOf(reason).some((part) => meets(task, part))),
  )
}
