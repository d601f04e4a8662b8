import { type Contract, STATUSES } from '../core/events.ts'
import { cleanText } from './clean-text.ts'
import { readConfidence } from './confidence.ts'
import { readFindings } from './finding-value.ts'
import { isObject, type JsonObject, ownValue } from './json-object.ts'

/** Lenient per key: what cannot be read is left out, and the rest of the block stands. */

const MAX_ENTRIES = 200
const MAX_TEXT = 2_000
const ANSWERS = ['fixed', 'deferred', 'accepted', 'disputed'] as const

export type ContractValues = Omit<Contract, 'form' | 'verdict' | 'verdict_problem'>

export function readValues(block: JsonObject, source: string): ContractValues {
  const list = (key: string) => readList(ownValue(block, key))
  const text = (key: string) => readText(ownValue(block, key))
  const confidence = ownValue(block, 'confidence')
  const findings = ownValue(block, 'findings')
  return {
    ...readStatus(ownValue(block, 'status')),
    findings: Array.isArray(findings) ? readFindings(findings, source) : [],
    confidence: isObject(confidence) ? readConfidence((axis) => ownValue(confidence, axis)) : null,
    files: list('files'),
    test_strategy: list('test_strategy'),
    risks: list('risks'),
    todos: readTodos(ownValue(block, 'todos')),
    decisions: list('decisions'),
    alternatives: list('alternatives'),
    assumptions: list('assumptions'),
    top_risk: text('top_risk'),
    addressed: readAddressed(ownValue(block, 'addressed')),
    summary: text('summary'),
    notes: text('notes'),
  }
}

/** None that we know: DONE, assumed. */
export function readStatus(value: unknown): Pick<Contract, 'status' | 'status_assumed'> {
  const status = STATUSES.find((token) => token === value)
  return { status: status ?? 'DONE', status_assumed: status === undefined }
}

function readText(value: unknown): string | null {
  return (typeof value === 'string' && cleanText(value, MAX_TEXT).trim()) || null
}

/** A bare string is a list of one. */
function readList(value: unknown): string[] {
  const entries = Array.isArray(value) ? value : [value]
  return entries.slice(0, MAX_ENTRIES).flatMap((entry) => readText(entry) ?? [])
}

function readObjects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.slice(0, MAX_ENTRIES).filter(isObject) : []
}

function readTodos(value: unknown): Contract['todos'] {
  return readObjects(value).flatMap((entry) => {
    const content = readText(ownValue(entry, 'content'))
    const status = readText(ownValue(entry, 'status'))
    return content && status ? { content, status } : []
  })
}

function readAddressed(value: unknown): Contract['addressed'] {
  return readObjects(value).flatMap((entry) => {
    const finding = readText(ownValue(entry, 'finding'))
    const said = readText(ownValue(entry, 'how'))?.toLowerCase()
    const how = ANSWERS.find((answer) => answer === said)
    return finding && how ? { finding, how } : []
  })
}
