import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { chooseTurn, playTurn } from '../../src/agents/scripted/play.ts'
import type { Edit, Turn } from '../../src/agents/scripted/scenario.ts'
import { openStream, type Stream } from '../../src/agents/scripted/stream.ts'
import type { ProcessResult, ProcessSpec } from '../../src/runtime/process-spec.ts'
import { addCommit, type Tree, treeId, withChanges } from './commits.ts'
import { type Seen, TARGET, treeOf } from './facts.ts'
import { isA, type Life, needs, notAfter } from './life.ts'

/** Programs in memory: agents play their scenario in a workspace, checks are as green as the files they see. */

const ENDED: ProcessResult = {
  outcome: 'exited',
  exitCode: 0,
  signal: null,
  durationMs: 1,
  sleptMs: 0,
  truncatedBytes: 0,
  stdoutTail: '',
  stderrTail: '',
  error: null,
  leftovers: 0,
}

export async function runProgram(life: Life, spec: ProcessSpec): Promise<ProcessResult> {
  if (spec.signal?.aborted) return { ...ENDED, outcome: 'cancelled', exitCode: null }
  // As a real one: not before whoever started it goes on.
  await Promise.resolve()
  return spec.file === '/bin/sh' ? runCheck(life, spec) : runAgent(life, spec)
}

async function runAgent(life: Life, spec: ProcessSpec): Promise<ProcessResult> {
  const step = spec.env.WIGGUM_STEP!
  const attempt = Number(spec.env.WIGGUM_ATTEMPT)
  const called = `${step}, attempt ${attempt}, was called`
  const isIt = (data: { step: string; attempt: number }) => data.step === step && data.attempt === attempt
  needs(life, called, isA('agent.start', isIt))
  notAfter(life, called, isA('agent.complete', isIt))
  notAfter(life, called, isA('agent.failed', isIt))
  notAfter(life, called, isA('agent.timeout', isIt))
  if (life.facts.working.has(spec.leash)) life.wrong(`${called} while an earlier call of it is at work`)
  life.facts.working.add(spec.leash)
  see(life, { what: 'agent', step, attempt, at: 'started' })
  life.place(`agent:${step}:started`)
  const choice = chooseTurn(life.scenario, spec.env)
  if (!choice.ok) throw new Error(choice.problem)
  const resumed = spec.args.includes('--resume')
  const turn = resumed ? (choice.turn.resumed ?? choice.turn) : choice.turn
  const result = await play(life, spec, turn)
  life.facts.working.delete(spec.leash)
  see(life, { what: 'agent', step, attempt, at: 'ended' })
  return result
}

async function play(life: Life, spec: ProcessSpec, turn: Turn): Promise<ProcessResult> {
  const step = spec.env.WIGGUM_STEP!
  const hear = async (chunk: string | Uint8Array) => {
    keepRaw(spec, String(chunk))
    for (const line of String(chunk).split('\n').filter(Boolean)) spec.onLine?.(line, false)
  }
  const stream = openStream(`session-${step}-${spec.env.WIGGUM_ATTEMPT}`, hear)
  const quick = { ...turn, delay_ms: 0, run: [], asks: [] }
  const crash = turn.misbehave.crash_signal
  const work = async (played: Turn) => {
    await doWork(life, { spec, turn: played, runs: turn.run, stream })
    if (spec.env.WIGGUM_ROLE === 'maker') commitMeanwhile(life)
  }
  if (crash) {
    await stream.init()
    await work(quick)
    return { ...ENDED, outcome: 'signalled', exitCode: null, signal: crash }
  }
  return { ...ENDED, exitCode: await playTurn(quick, stream, work) }
}

interface Work {
  spec: ProcessSpec
  turn: Turn
  runs: string[]
  stream: Stream
}

async function doWork(life: Life, { spec, turn, runs, stream }: Work): Promise<void> {
  const name = spec.env.WIGGUM_STEP!
  for (const edit of turn.edits) {
    const { workspaces } = life.facts
    const clone = workspaces.get(name)!
    workspaces.set(name, { ...clone, files: edited(clone.files, edit) })
    life.place(`agent:${name}:edited`)
    await stream.tool({ name: 'Edit', input: { file_path: edit.path }, result: 'done', is_error: false })
  }
  for (const command of runs) {
    const { files } = life.facts.workspaces.get(name)!
    const red = colourOf(files) === 'red'
    await stream.tool({ name: 'Bash', input: { command }, result: red ? 'not ok' : 'ok', is_error: red })
  }
  if (turn.commit !== false) commitWork(life, name, [turn.commit].flat().join('\n'))
}

function edited(files: Tree, edit: Edit): Tree {
  const { path, write, append, replace } = edit
  const before = files[path] ?? ''
  if (edit.delete) return withChanges(files, [{ path, after: null }])
  if (write !== undefined) return withChanges(files, [{ path, after: write }])
  if (append !== undefined)
    return before.endsWith(append) ? files : withChanges(files, [{ path, after: before + append }])
  if (!replace) return files
  const [from, to] = replace
  const isDone = before.includes(to) && (to.includes(from) || !before.includes(from))
  return isDone ? files : withChanges(files, [{ path, after: before.replace(from, () => to) }])
}

function commitWork({ facts }: Life, name: string, message: string): void {
  const clone = facts.workspaces.get(name)!
  if (treeId(clone.files) === treeId(treeOf(facts, clone.head))) return
  const head = addCommit(facts.commits, { tree: clone.files, parents: [clone.head], message })
  facts.workspaces.set(name, { ...clone, head })
}

/** Somebody else's commit, once; their own checkout goes along. */
function commitMeanwhile({ facts, meanwhile }: Life): void {
  if (!meanwhile) return
  const message = 'A change by somebody else'
  if ([...facts.repo].some((id) => facts.commits.get(id)!.message === message)) return
  const from = facts.refs.get(TARGET)!
  const changes = Object.entries(meanwhile).map(([path, after]) => ({ path, after }))
  const tree = withChanges(treeOf(facts, from), changes)
  const to = addCommit(facts.commits, { tree, parents: [from], message })
  facts.repo.add(to)
  facts.refs.set(TARGET, to)
  facts.checkout = withChanges(facts.checkout, changes)
}

/** A hook's command may be `false`; whatever else is run is the tests. */
function runCheck(life: Life, spec: ProcessSpec): ProcessResult {
  // Not what the tests are told: that is the same for all that must not know which run it is.
  const step = spec.leash.slice(spec.leash.lastIndexOf('/') + 1)
  const command = spec.args[1]!.replace('exec 2>&1\n', '')
  const commit = life.facts.trees.get(spec.cwd.split('/').at(-1)!)
  if (commit === undefined) throw new Error(`${command} runs in ${spec.cwd}, and nothing is there`)
  meantToCheck(life, step, command)
  see(life, { what: 'check', step, command, commit })
  life.place(`check:${step}`)
  const red = command === 'false' || colourOf(treeOf(life.facts, commit)) === 'red'
  const said = red ? 'not ok\n' : 'ok\n'
  keepRaw(spec, said)
  return { ...ENDED, exitCode: red ? 1 : 0, stdoutTail: said }
}

function meantToCheck(life: Life, step: string, command: string): void {
  const [, hook, name = ''] = /^verify-(hook-)?(.+)$/.exec(step)!
  const run = `${command} was run for ${step}`
  if (hook)
    notAfter(
      life,
      run,
      isA('hook.complete', ({ point }) => point === name),
    )
  else if (life.log().findLast((event) => isOf(event, name))?.type !== 'verify.start')
    life.wrong(`${run}, and the log does not say that it was meant to be`)
}

function isOf(event: ReturnType<Life['log']>[number], kind: string): boolean {
  return (event.type === 'verify.start' || event.type === 'verify.complete') && event.data.kind === kind
}

function see({ facts }: Life, seen: Seen): void {
  facts.seen = [...facts.seen, seen]
}

function keepRaw({ rawPath }: ProcessSpec, text: string): void {
  if (rawPath === null) return
  mkdirSync(dirname(rawPath), { recursive: true })
  appendFileSync(rawPath, text)
}

const colours = new Map<string, 'green' | 'red'>()

/** The demo project's tests, run on its source: both are plain enough to be run without a process. */
function colourOf(tree: Tree): 'green' | 'red' {
  const id = treeId(tree)
  const known = colours.get(id) ?? (isGreen(tree) ? 'green' : 'red')
  colours.set(id, known)
  return known
}

function isGreen(tree: Tree): boolean {
  const source = (tree['src/slugify.js'] ?? '').replace('export function', 'return function')
  try {
    const slugify: unknown = new Function(source)()
    for (const [path, text] of Object.entries(tree)) {
      if (!path.endsWith('.test.js')) continue
      const body = text.replace(/^import .*$/gm, '')
      new Function('assert', 'test', 'slugify', body)(assert, (_: string, run: () => void) => run(), slugify)
    }
    return true
  } catch {
    return false
  }
}
