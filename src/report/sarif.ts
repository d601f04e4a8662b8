import { cleanText } from '../contracts/clean-text.ts'
import type { Severity } from '../core/events.ts'
import { type ReviewedFinding, reviewedFindings } from '../core/reviewed-findings.ts'
import type { RunState } from '../core/state.ts'
import { VERSION } from '../version.ts'
import { noteOf } from './review-lines.ts'

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json'
const ROOT = '%SRCROOT%'
const LEVELS: Record<Severity, string> = { CRITICAL: 'error', WARNING: 'warning', INFO: 'note' }
/** Code scanning shows no more than this of a message. */
const MAX_MESSAGE = 1_000
/** And takes no more results of one run. */
const MAX_RESULTS = 5_000

/** The categories that reviewers are asked for. Any other is a rule too, and says only its name. */
const CATEGORIES: Record<string, string> = {
  security: 'What an attacker, or a careless user, could do with the change.',
  reliability: 'What fails, loses data or answers wrongly.',
  'breaking-change': 'What others rely on and the change takes away.',
  dependency: 'What the change brings in from elsewhere.',
  design: 'Whether the change is put together in a way that holds.',
  scalability: 'What becomes slow or large as more is asked of it.',
  quality: 'What makes the code hard to read or to change.',
  consistency: 'What is done otherwise elsewhere in this code.',
  testing: 'What proves the change, or keeps it from being proven.',
}

/** A finished review as SARIF 2.1.0, in the shape that code scanning takes. */
export function sarifLog(state: RunState, repositoryUri: string | null) {
  const all = reviewedFindings(state).slice(0, MAX_RESULTS)
  const categories = [...new Set(all.map(ruleOf))].sort()
  return logOf({
    tool: { driver: { ...DRIVER, rules: categories.map(rule) } },
    automationDetails: { id: `wiggum-review/${state.runId}` },
    invocations: [invocation(state)],
    originalUriBaseIds: { [ROOT]: { description: { text: 'The root of the repository.' } } },
    columnKind: 'utf16CodeUnits',
    ...provenance(state, repositoryUri),
    results: all.map((finding) => ({
      ...result(state, finding),
      ruleIndex: categories.indexOf(ruleOf(finding)),
      ...suppressed(finding, all),
    })),
  })
}

const DRIVER = { name: 'wiggum', version: VERSION, semanticVersion: VERSION }

/** For a change with nothing in it: no results, so that what was found before is closed. */
export function emptySarif() {
  const invocations = [{ executionSuccessful: true, exitCode: 0 }]
  return logOf({ tool: { driver: { ...DRIVER, rules: [] } }, invocations, results: [] })
}

function logOf<R>(run: R) {
  return { $schema: SCHEMA, version: '2.1.0', runs: [run] }
}

function rule(id: string) {
  const about = CATEGORIES[id] ?? `What a reviewer calls “${id}”.`
  return {
    id,
    name: id.replace(/(?:^|[^a-z0-9]+)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: about },
    fullDescription: { text: `${about} Found by a reviewer of wiggum, and weighed by its evidence.` },
    help: { text: 'Each finding says where it is, what shows it and how it could be mended.' },
    defaultConfiguration: { level: 'warning' },
    properties: { tags: [id, 'review'] },
  }
}

function invocation({ ended, startedAt, endedAt }: RunState) {
  return {
    executionSuccessful: true,
    exitCode: ended?.exit_code ?? 0,
    ...(startedAt ? { startTimeUtc: startedAt } : {}),
    ...(endedAt ? { endTimeUtc: endedAt } : {}),
  }
}

/** A change that is in no commit is told by the one it is based on. */
function provenance({ start }: RunState, repositoryUri: string | null) {
  if (repositoryUri === null) return {}
  const { review, base } = start!
  const revisionId = review!.patch === null ? review!.head : base
  return { versionControlProvenance: [{ repositoryUri, revisionId, mappedTo: { uriBaseId: ROOT } }] }
}

function result(state: RunState, finding: ReviewedFinding) {
  const { severity, sources, evidence, fix, downgraded, id } = finding
  const parts = [finding.description, fix && `Fix: ${fix}`, noteOf(finding)]
  return {
    ruleId: ruleOf(finding),
    level: LEVELS[severity],
    message: { text: plainText(parts.filter(Boolean).join('\n\n')) || 'No description was given.' },
    locations: [location(state, finding)],
    // Code scanning works out its own from the line's text, which outlives other words for the same thing.
    partialFingerprints: { 'wiggumFinding/v1': id },
    properties: { severity, sources, evidence: cleanText(evidence, 4_000), downgraded },
  }
}

/** Code scanning wants a place for each: what is about the change as a whole is shown at its first file. */
function location({ collected }: RunState, { file, line }: ReviewedFinding) {
  const changed = Object.values(collected).at(-1)?.files[0]?.path ?? ''
  const uri = uriOf(file ?? '')
  return {
    physicalLocation: {
      artifactLocation: { uri: uri || uriOf(changed) || '.', uriBaseId: ROOT },
      region: { startLine: uri && line !== null ? Math.max(1, line) : 1 },
    },
    ...(uri ? {} : { message: { text: 'About the change as a whole.' } }),
  }
}

/** Relative to the root and never out of it, whatever a reviewer wrote. */
function uriOf(path: string): string {
  const parts = cleanText(path, 1_000).split(/[\\/]+/)
  const inside = parts.filter((part) => part !== '' && part !== '.' && part !== '..')
  return inside.map(encodeURIComponent).join('/')
}

function ruleOf({ category }: ReviewedFinding): string {
  const plain = category.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return plain.slice(0, 60).replace(/^-+|-+$/g, '') || 'other'
}

/** In a message of SARIF `[text](place)` is a link. */
function plainText(raw: string): string {
  const unlinked = cleanText(raw, 2 * MAX_MESSAGE).replaceAll('](', '] (')
  return cleanText(unlinked, MAX_MESSAGE).trim()
}

/** Either all results say whether they are suppressed, or none does. */
function suppressed({ accepted }: ReviewedFinding, all: ReviewedFinding[]) {
  if (!all.some((each) => each.accepted)) return {}
  return {
    suppressions: accepted ? [{ kind: 'external', justification: 'Allowed by the configuration.' }] : [],
  }
}
