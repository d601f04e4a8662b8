import { basename } from 'node:path/posix'
import {
  asAmount,
  asList,
  asNumber,
  asObject,
  asObjects,
  asText,
  type JsonObject,
} from '../agents/json-value.ts'
import { createSeen } from '../steps/seen.ts'
import type { ImportedEnd, Importer, ImportFile, ImportReader, ImportSink } from './importer.ts'
import { readOpenHands } from './openhands-events.ts'

/** A trajectory of one conversation: a list of events, alone or as `history`; or a conversation's folder, by its `base_state.json`. */
export const openhands: Importer = {
  id: 'openhands',
  label: 'OpenHands trajectory',
  recognises: (head, name) =>
    (/^\s*(?:\{\s*"(?:history|trajectory)":\s*)?\[\s*(?:\[\s*)?\{/.test(head) && isHistory(head)) ||
    (/^\s*\{/.test(head) &&
      /"history":\s*\[\s*(?:\[\s*)?\{/.test(head) &&
      isHistory(head) &&
      !isLine(head)) ||
    basename(name) === 'base_state.json',
  shape: { kind: 'document', lists: ['', 'history', 'trajectory'] },
  open: (sink, file) => trajectory(sink, file),
  places: [{ folder: '.openhands/conversations', begins: 'base_state', ends: '.json' }],
}

/** What its evaluations write: one conversation a line. */
export const openhandsOutput: Importer = {
  id: 'openhands-output',
  label: 'OpenHands evaluation output',
  recognises: (head) => /^\s*\{/.test(head) && isLine(head),
  shape: { kind: 'lines' },
  open: (sink) => ({
    value: (value) => {
      const line = asObject(value)
      if (!line || !Array.isArray(line.history)) return sink.problem('unknown', 'a line without a history')
      readOutput(sink, line)
    },
    end: () => {},
  }),
}

function isHistory(head: string): boolean {
  const isOld = /"(?:action|observation)":\s*"/.test(head) && /"(?:args|extras)":\s*\{/.test(head)
  return isOld || /"kind":\s*"(?:SystemPromptEvent|MessageEvent|ActionEvent|ObservationEvent)"/.test(head)
}

function isLine(head: string): boolean {
  return /^\s*\{"instance_id":\s*"/.test(head) && /"(?:history|metadata)":/.test(head)
}

/** One conversation. */
function conversation(sink: ImportSink) {
  const counted = createSeen()
  let last = ''
  let hasTask = false
  let how: ImportedEnd = null
  let spent = false
  const take = (event: JsonObject) => {
    const said = readOpenHands(event, last)
    if (said === null) return sink.problem('unknown', `an event of kind "${kindOf(event)}"`)
    const at = asText(event.timestamp)
    for (const each of said) {
      if (each.kind === 'turn') tellTurn(each.text, at)
      if (each.kind === 'end') how = each.how
      if (each.kind !== 'event') continue
      if (each.event.kind === 'tool-call') {
        last = each.event.id
        how = null
      }
      sink.event(each.event, at)
    }
    const cost = spentFor(event)
    if (cost && counted.add(cost.id)) {
      spent = true
      sink.know({ model: cost.model })
      sink.spend(cost.spent)
    }
  }
  const tellTurn = (text: string, at: string | null) => {
    if (!hasTask) sink.know({ task: text })
    hasTask = true
    sink.turn(text, at)
  }
  return {
    /** The oldest histories are pairs of an action and what came of it. */
    take: (value: unknown) => {
      const events = Array.isArray(value) ? asObjects(value) : asObjects([value])
      if (events.length === 0) sink.problem('unknown', 'a piece of a history that is no event')
      events.forEach(take)
    },
    how: () => how,
    hasSpent: () => spent,
  }
}

function kindOf(event: JsonObject): string {
  return asText(event.kind) ?? asText(event.action) ?? asText(event.observation) ?? ''
}

/** An answer's own figures come with each of the calls that it made. */
function spentFor(event: JsonObject) {
  const response = asObject(asObject(event.tool_call_metadata)?.model_response)
  const usage = asObject(response?.usage)
  const id = asText(response?.id)
  // With what came of a call they come once more.
  if (!usage || id === null || asText(event.observation) !== null) return null
  return { id, model: asText(response?.model), spent: spentOf(usage, null) }
}

function spentOf(usage: JsonObject, usd: number | null) {
  const details = asObject(usage.prompt_tokens_details)
  const cached = asAmount(usage.cache_read_tokens) ?? asAmount(details?.cached_tokens)
  return { input: asAmount(usage.prompt_tokens), output: asAmount(usage.completion_tokens), usd, cached }
}

function trajectory(sink: ImportSink, { name, near }: ImportFile): ImportReader {
  const id = basename(name).replace(/\.json(?:\.gz)?$/, '')
  let talk: ReturnType<typeof conversation> | null = null
  const opened = () => {
    if (!talk) sink.begin({ id, agent: 'openhands' })
    talk ??= conversation(sink)
    return talk
  }
  return {
    value: (value) => opened().take(value),
    rest: (value) => {
      const rest = asObject(value) ?? {}
      const files = near?.names('events').filter((file) => file.endsWith('.json')) ?? []
      if (!talk && files.length > 0 && id === 'base_state') {
        sink.begin({ id: asText(rest.id) ?? id, agent: 'openhands' })
        talk = conversation(sink)
        for (const file of files) for (const event of near?.values(`events/${file}`) ?? []) talk.take(event)
      }
      if (talk) conclude(sink, rest, talk.hasSpent())
    },
    end: () => sink.end(talk?.how() ?? null),
  }
}

function readOutput(sink: ImportSink, line: JsonObject): void {
  sink.begin({ id: asText(line.instance_id) ?? 'conversation', agent: 'openhands', ...knownOf(line) })
  const talk = conversation(sink)
  for (const event of asList(line.history)) talk.take(event)
  conclude(sink, line, talk.hasSpent())
  const isCut = /maximum (?:iteration|budget)|MaxIterationsReached/i.test(asText(line.error) ?? '')
  sink.end(talk.how() ?? (isCut ? 'cut' : null))
}

/** What is said once for the whole conversation. */
function conclude(sink: ImportSink, about: JsonObject, hasSpent: boolean): void {
  sink.know(knownOf(about))
  const metrics = asObject(about.metrics)
  const usd = asAmount(metrics?.accumulated_cost)
  if (hasSpent) {
    if (usd !== null) sink.spend({ input: null, output: null, usd })
    return
  }
  const usages = asObjects(metrics?.token_usages)
  for (const usage of usages) sink.spend(spentOf(usage, null))
  const whole = usages.length > 0 ? null : asObject(metrics?.accumulated_token_usage)
  if (whole) sink.spend(spentOf(whole, usd))
  else if (usd !== null) sink.spend({ input: null, output: null, usd })
}

function knownOf(about: JsonObject) {
  const metadata = asObject(about.metadata)
  const settings =
    asObject(metadata?.llm_config) ?? asObject(metadata?.llm) ?? asObject(asObject(about.agent)?.llm)
  const report = asObject(about.report) ?? asObject(asObject(about.test_result)?.report)
  return {
    model: asText(settings?.model),
    cwd: asText(asObject(about.workspace)?.working_dir),
    task: asText(about.instruction),
    resolved: typeof report?.resolved === 'boolean' ? report.resolved : null,
    maxSteps: allowed(metadata?.max_iterations) ?? allowed(about.max_iterations),
  }
}

function allowed(value: unknown): number | null {
  const steps = asNumber(value)
  return steps !== null && Number.isInteger(steps) && steps > 0 ? steps : null
}
