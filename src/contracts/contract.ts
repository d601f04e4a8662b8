import type { Contract } from '../core/events.ts'
import { type ContractValues, readValues } from './contract-keys.ts'
import { valueRejects } from './fence-rejection.ts'
import { inertLine } from './inert-line.ts'
import { introduction } from './introduced.ts'
import { type JsonObject, type JsonReading, ownValue, readJsonObject } from './json-object.ts'
import { tableConfidence, tableFindings } from './markdown-forms.ts'
import { ownRejection, rejects } from './own-rejection.ts'
import { type Fence, type Scan, scanMarkdown } from './scan-markdown.ts'
import { statusLine, type Verdict, verdictLines, verdictPlaces } from './spoken-lines.ts'

interface ContractRole {
  name: string
  reviews: boolean
}

/** What is said about the verdict, before it is known whether the role has one to give. */
type Ruling = { verdict: Verdict; problem: null } | { verdict: null; problem: string }

const NOTHING_READ: Scan = { lines: [], kinds: [], fences: [], tangled: false }
const NO_VERDICT = 'no verdict'
const TWO_VERDICTS = 'two different verdicts'
const TWO_BLOCKS = 'two different blocks'
const TANGLED = 'it cannot be told what is quoted'

/** The contract in an agent's final message: the `wiggum` block, or the Markdown forms where there is none. */
export function readContract(finalMessage: string, role: ContractRole): Contract {
  const scan = scanMarkdown(finalMessage)
  if (!scan) return fromMarkdown(NOTHING_READ, role, 'the message is too long')
  const fences = scan.fences.filter(isBlock)
  const blocks = fences.filter((fence) => fence.closed).map((fence) => readBlock(scan, fence))
  // Only the last fence can be open: the message was cut off, and what it was going to say is not known.
  const problem = blocks.length < fences.length ? 'the block is not closed' : null
  return blocks.length > 0 ? fromBlocks(blocks, scan, role) : fromMarkdown(scan, role, problem)
}

function isBlock({ info }: Fence): boolean {
  return info.split(/\s/, 1)[0] === 'wiggum'
}

function readBlock({ lines }: Scan, { first, end }: Fence): JsonReading {
  return readJsonObject(lines.slice(first, end).join('\n'), ['verdict', 'status'])
}

/**
 * The block should end the message, but agents like to add a sentence, so prose after it is allowed. What is not:
 * a verdict line anywhere outside it that says something else, or another fence after it.
 */
function fromBlocks(blocks: JsonReading[], scan: Scan, role: ContractRole): Contract {
  const last = blocks.at(-1)
  const agreed = blocks.every((block) => sameAnswer(block, last))
  const problem = agreed ? (last?.ok === false ? last.problem : null) : TWO_BLOCKS
  const values = readValues(last?.ok ? last.value : {}, role.name)
  const ruling =
    last?.ok && !problem ? ruleOn(last.value, verdictLines(scan)) : refused(problem ?? NO_VERDICT)
  const inDoubt = scan.tangled || !scan.fences.slice(-1).every(isBlock)
  const inside = last?.ok ? ownContradiction(last.value) : null
  return { form: 'block', ...values, ...owned(alone(certain(ruling, inDoubt), scan, inside), role, problem) }
}

/** What an approving block says against itself. */
function ownContradiction(block: JsonObject): string | null {
  if (valueRejects(block)) return 'another key of its block rejects'
  const words = ['summary', 'notes'].map((key) => ownValue(block, key))
  return words.find((text): text is string => typeof text === 'string' && rejects(text)) ?? null
}

function sameAnswer(a: JsonReading, b: JsonReading | undefined): boolean {
  if (!a.ok || !b?.ok) return a === b
  const answer = (block: JsonObject) =>
    JSON.stringify([ownValue(block, 'verdict'), ownValue(block, 'status')])
  return answer(a.value) === answer(b.value)
}

function ruleOn(block: JsonObject, spoken: Verdict[]): Ruling {
  const verdict = ownValue(block, 'verdict')
  if (verdict === undefined || verdict === null) return refused(NO_VERDICT)
  if (verdict !== 'APPROVED' && verdict !== 'REJECTED')
    return refused('the verdict is neither APPROVED nor REJECTED')
  return spoken.every((said) => said === verdict) ? { verdict, problem: null } : refused(TWO_VERDICTS)
}

function fromMarkdown(scan: Scan, role: ContractRole, problem: string | null): Contract {
  const spoken = verdictLines(scan)
  const [verdict] = spoken
  const status = statusLine(scan)
  const findings = tableFindings(scan, role.name)
  const confidence = tableConfidence(scan)
  const found = verdict || !status.status_assumed || findings.length > 0 || confidence
  const ruling = problem ? refused(problem) : alone(certain(ruleOnLines(spoken), scan.tangled), scan)
  const values: ContractValues = { ...readValues({}, role.name), ...status, findings, confidence }
  return { form: found ? 'markdown' : 'none', ...values, ...owned(ruling, role, problem) }
}

/**
 * A text quoted in too short a fence closes it, speaks in the reviewer's place and swallows the reviewer's own verdict.
 * So an approval must stand where nothing of the kind can have happened; a rejection harms nobody.
 */
function certain(ruling: Ruling, inDoubt: boolean): Ruling {
  return inDoubt && ruling.verdict === 'APPROVED' ? refused(TANGLED) : ruling
}

/**
 * Whoever quotes an approval bare, and rejects in words of its own, has given two verdicts. Words only ever take an
 * approval away: whether they were understood is a matter of a second call, not of what lands.
 */
function alone(ruling: Ruling, scan: Scan, inside: string | null = null): Ruling {
  if (ruling.verdict !== 'APPROVED') return ruling
  const against = inside ?? ownRejection(scan)
  if (against !== null) return refused(`${TWO_VERDICTS}: it approves, and says “${inertLine(against, 160)}”`)
  const whose = introducedAs(scan)
  return whose === null
    ? ruling
    : refused(`its approval is introduced as somebody else’s: “${inertLine(whose, 160)}”`)
}

/** Where each approval in it is shown as another's: how the last one is. */
function introducedAs(scan: Scan): string | null {
  const blocks = scan.fences.filter(isBlock).map(({ first, end }) => ({ first: first - 1, end: end + 1 }))
  const lines = verdictPlaces(scan).map((at) => ({ first: at, end: at + 1 }))
  const said = [...blocks, ...lines].map(({ first, end }) => introduction(scan, first, end))
  return said.includes(null) ? null : (said.at(-1) ?? null)
}

function ruleOnLines(spoken: Verdict[]): Ruling {
  const [verdict] = spoken
  if (!verdict) return refused(NO_VERDICT)
  return spoken.length === 1 ? { verdict, problem: null } : refused(TWO_VERDICTS)
}

function refused(problem: string): Ruling {
  return { verdict: null, problem }
}

/** Only reviewers rule. Others hear of a block that could not be read, and of nothing else. */
function owned(ruling: Ruling, role: ContractRole, blockProblem: string | null) {
  return role.reviews
    ? { verdict: ruling.verdict, verdict_problem: ruling.problem }
    : { verdict: null, verdict_problem: blockProblem }
}
