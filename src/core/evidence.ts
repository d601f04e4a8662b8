import type { Finding } from './events.ts'

/** Whether a finding shows what it says. Structure only: words are not weighed, and nothing is run. */

export interface EvidenceWorld {
  fileExists(path: string): boolean
  /** `null` where lines cannot be counted. */
  lineCount(path: string): number | null
}

type EvidenceJudgement = { keep: true } | { keep: false; reason: string }

/** As long as a contract lets them be. Findings from elsewhere are not worth reading further either. */
const MAX_DESCRIPTION = 2_000
const MAX_EVIDENCE = 8_000

const HEDGES = ['might be', 'could potentially', 'appears to', 'seems like', 'may not']
const HEDGE = new RegExp(`\\b(?:${HEDGES.join('|').replaceAll(' ', '\\s+')})\\b`, 'i')
const INLINE_CODE = /`\s*[^`\s][^`]*`/
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/
const PROMPT = /^\s*\$ +\S/
const STEP = /^\s*(?:\d{1,2}[.)]|step \d{1,2}[.:)]?)\s+/i
const REPRODUCTION = /^[ \t]*steps\b|\b(?:steps to|repro|reproduce[sd]?|reproducing|reproduction)\b/im
/** A known program with an argument that is no prose: "make sure" and "node versions" are not commands. */
const TOOL =
  /^\s*(?:npm|npx|pnpm|yarn|bun|deno|node|python3?|pytest|go|cargo|make|curl|wget|git|psql|sqlite3|bash|sh|docker|java|mvn|gradle|ruby|php|dotnet) +(?:-|(?:test|run|start|ci|install|exec|build|check|diff|log|show|status|blame|grep)\b|[^\s./]*[./]\S)/
const SHOWS = /(?:→|->|=>|\b(?:prints|outputs|returns|exits|gives|throws|fails)\b)\s*\S/
const CALL = /[\w$]\(/
const OUTCOME = /→|->|=>|\b(?:prints|outputs|returns|exits|gives|throws|fails|crashes|answers|yields)\b/
const OUTCOME_WITHIN = 60
/** As examples in documents say it: `slug("") // → "-"`. */
const COMMENTED = /(?:\/\/|#)[ \t]*(?:→|->|=>)/
const ACTION =
  /\b(?:run|execute|call|send|submit|enter|type|invoke|upload|import|pass|open|click|set|start)\s+\S|\b(?:GET|POST|PUT|PATCH|DELETE) \//i
const LITERAL = /(?:^|[\s(=:,])(?:"[^"\n]*"|'[^'\n]*')(?=$|[\s).,;:!?])/m

export function judgeEvidence(f: Finding, world: EvidenceWorld): EvidenceJudgement {
  if (f.severity === 'INFO' || isProof(f.evidence.slice(0, MAX_EVIDENCE))) return { keep: true }
  const hedge = hedgeIn(f.description.slice(0, MAX_DESCRIPTION))
  if (hedge)
    return { keep: false, reason: `"${hedge}" without code, a command with output, or a reproduction` }
  const missing = missingPlace(f, world)
  return missing ? { keep: false, reason: missing } : { keep: true }
}

/** A hedge in quoted code is not the reviewer's own. */
function hedgeIn(description: string): string | null {
  const hedge = HEDGE.exec(description.replaceAll(/`[^`]*`/g, ' '))
  return hedge ? hedge[0].toLowerCase().replaceAll(/\s+/g, ' ') : null
}

function missingPlace({ file, line }: Finding, world: EvidenceWorld): string | null {
  if (file === null) return 'no file, and no evidence'
  if (!world.fileExists(file)) return 'the file does not exist, and there is no other evidence'
  if (line === null) return 'no line, and no other evidence'
  const count = world.lineCount(file)
  const exists = count !== null && line >= 1 && line <= count
  return exists ? null : 'the line does not exist, and there is no other evidence'
}

function isProof(evidence: string): boolean {
  return evidenceKind(evidence) !== 'none'
}

/** The strongest that a finding shows: how to see it happen, the code where it does, or nothing. */
export function evidenceKind(text: string): 'reproduction' | 'code' | 'none' {
  const evidence = text.slice(0, MAX_EVIDENCE)
  const lines = evidence.split('\n').filter((line) => line.trim() !== '')
  if (hasCommand(lines) || hasReproduction(evidence, lines) || hasTrial(evidence)) return 'reproduction'
  return INLINE_CODE.test(evidence) || hasFence(lines) ? 'code' : 'none'
}

/** A call or a command in code, and right after it what came of it: `slug("")` gives "-". */
function hasTrial(evidence: string): boolean {
  const parts = evidence.split('`')
  return parts.some((code, at) => {
    const after = parts[at + 1]
    if (at % 2 === 0 || after === undefined || !(CALL.test(code) || TOOL.test(code))) return false
    return OUTCOME.test(after.slice(0, OUTCOME_WITHIN)) || COMMENTED.test(code)
  })
}

function hasFence(lines: string[]): boolean {
  const open = lines.findIndex((line) => FENCE.test(line))
  return open !== -1 && lines.slice(open + 1).some((line) => !FENCE.test(line))
}

/** A command and what came of it, on the same line or on the next ones. */
function hasCommand(lines: string[]): boolean {
  return lines.some((line, at) => {
    if (!PROMPT.test(line) && !TOOL.test(line)) return false
    const next = lines[at + 1]
    return SHOWS.test(line) || (next !== undefined && !PROMPT.test(next))
  })
}

/** Steps, at least one of which says what to run or to put in. A numbered list of opinions has none. */
function hasReproduction(evidence: string, lines: string[]): boolean {
  const commands = () => lines.some((line) => PROMPT.test(line) || TOOL.test(line))
  if (REPRODUCTION.test(evidence)) return ACTION.test(evidence) || LITERAL.test(evidence) || commands()
  return lines.some((line) => {
    const step = STEP.exec(line)
    const said = step ? line.slice(step[0].length) : ''
    return ACTION.exec(said)?.index === 0 || LITERAL.test(said) || TOOL.test(said) || PROMPT.test(said)
  })
}
