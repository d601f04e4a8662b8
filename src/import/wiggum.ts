import { basename } from 'node:path/posix'
import { asAmount, asNumber, asObject, asText, type JsonObject } from '../agents/json-value.ts'
import { watchPolicySchema } from '../config/schema.ts'
import { shownAgent } from '../core/chains.ts'
import { cameToNothing } from '../core/completed.ts'
import { eventData } from '../core/events.ts'
import { priorOf } from '../core/task-prior.ts'
import { calibrationOf } from '../trace/calibration-of.ts'
import type { ImportedEnd, ImportedHead, Importer, ImportFile, ImportReader, ImportSink } from './importer.ts'
import { recordedStep } from './recorded-step.ts'

/** A run's log, `.wiggum/events/<run>.jsonl`. Each call of an agent is a run here; its agent steps are the recorded ones. */
export const wiggum: Importer = {
  id: 'wiggum',
  label: 'wiggum run',
  recognises: (head) => /^\s*\{"v":\d+,"seq":\d+,"ts":"[^"]*","run_id":"/.test(head),
  shape: { kind: 'lines' },
  open: (sink, file) => wiggumLog(sink, file),
}

interface Call {
  name: string
  agent: string | null
  model: string | null
  how: ImportedEnd
  usage: JsonObject | null
}

function wiggumLog(sink: ImportSink, { name, near }: ImportFile): ImportReader {
  const calls = new Map<string, Call>()
  const run = basename(name).replace(/\.jsonl(?:\.gz)?$/, '')
  let task: string | null = null
  let ended: JsonObject | null = null
  let history: JsonObject | null = null
  let start: JsonObject = {}
  const tell = (call: Call, isLast: boolean) => {
    const watched = watchedBy(start, { agent: call.agent, history })
    const head = {
      agent: call.agent,
      model: call.model,
      task,
      watched,
      resolved: isLast ? resolvedBy(ended) : null,
    }
    const path = `../artifacts/${run}/steps/${call.name}.jsonl`
    tellCall(sink, { id: `${run}/${call.name}`, ...head }, near?.values(path) ?? [])
    if (call.usage) tellUsage(sink, call.usage)
    sink.end(call.how)
  }
  return {
    value: (value) => {
      const event = asObject(value)
      const data = asObject(event?.data)
      const type = asText(event?.type)
      if (!data || type === null) return sink.problem('unknown', 'a line that is no event')
      if (type === 'run.start') {
        start = data
        task = asText(data.task)
      }
      if (type === 'context.loaded') history = asObject(data.alike)
      if (type === 'run.complete') ended = data
      if (type.startsWith('agent.')) note(calls, type, data)
    },
    // How the run came out is known only now.
    end: () => {
      const all = [...calls.values()]
      const last = all.findLast(({ name: call }) => /(?:^|-)maker\b/.test(call))
      for (const call of all) tell(call, call === last)
    },
  }
}

function resolvedBy(ended: JsonObject | null): boolean | null {
  const exit = asNumber(ended?.exit_code)
  if (exit === null) return null
  const stuck = cameToNothing({ exit_code: exit, status: asText(ended?.status) ?? '' })
  return stuck === null ? null : !stuck
}

/** The policy and the history are in the log, as they were in force. */
function watchedBy(
  { policy, domain }: JsonObject,
  { agent, history }: { agent: string | null; history: JsonObject | null },
): ImportedHead['watched'] {
  const config = watchPolicySchema.safeParse(policy)
  const alike = eventData['context.loaded'].shape.alike.safeParse(history ?? undefined)
  // Somebody has changed the log: then it is looked at as any other.
  if (!config.success || !alike.success) return null
  const { detectors, stagnation } = config.data
  return {
    detectors,
    research: domain === 'research',
    calibration: calibrationOf({ stagnation }, agent ?? ''),
    prior: priorOf(alike.data ?? null),
  }
}

function note(calls: Map<string, Call>, type: string, data: JsonObject): void {
  const name = `${asText(data.step) ?? ''}-${asNumber(data.attempt) ?? ''}`
  // It becomes part of a path.
  if (!/^[\w-]+$/.test(name)) return
  if (type === 'agent.start') {
    const agent = shownAgent(asText(data.name) ?? asText(data.agent) ?? '') || null
    calls.set(name, { name, agent, model: asText(data.model), how: null, usage: null })
  }
  const call = calls.get(name)
  if (!call || !/^agent\.(?:complete|failed|timeout)$/.test(type)) return
  call.usage = asObject(data.usage)
  if (type === 'agent.complete') call.how = 'finished'
  else call.how = type === 'agent.timeout' || LIMITS.test(asText(data.cause) ?? '') ? 'cut' : null
}

const LIMITS = /^(?:limit|context|max-turns|budget|stagnation)$/

/** A conversation that went on after an interruption counts its agent steps anew: then it was watched anew, too. */
function tellCall(
  sink: ImportSink,
  head: Parameters<ImportSink['begin']>[0],
  lines: Iterable<unknown>,
): void {
  let part = 1
  let last = -1
  sink.begin(head)
  for (const value of lines) {
    const recorded = recordedStep(value)
    if (!recorded) {
      sink.problem('unknown', 'a line that is no agent step')
      continue
    }
    const { step, share } = recorded
    if (step.index <= last) sink.begin({ ...head, id: `${head.id}#${++part}` })
    last = step.index
    sink.know({ writes: share !== null })
    sink.step(step, share)
  }
}

function tellUsage(sink: ImportSink, usage: JsonObject): void {
  sink.spend({
    input: asAmount(usage.input_tokens),
    output: asAmount(usage.output_tokens),
    usd: asAmount(usage.cost_usd),
    cached: asAmount(usage.cache_read_tokens),
  })
}
