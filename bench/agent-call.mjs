import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inTurns } from './measure.mjs'
import { git, makeRepository } from './repositories.mjs'
import { ratioRow } from './table.mjs'

const RUN = '2026-01-02-bench'

/** A run has some twenty calls; then another one begins. */
const CALLS_A_RUN = 20

/** One agent call after the other: bare spawns, supervised spawns, and all that a run's step does. */
export async function agentCall({ folder, load, quick }) {
  const shell = await measureCalls(join(folder, 'shell'), { load, rounds: quick ? 60 : 400, asNode: false })
  const node = await measureCalls(join(folder, 'node'), { load, rounds: quick ? 10 : 60, asNode: true })
  const { startReaper } = await load('supervise')
  await startReaper().close()
  return [
    ratioRow('agent call ÷ bare Node spawn', { ours: shell.step, baseline: shell.bare }, 1.5),
    ratioRow('  of that: supervision alone', { ours: shell.supervised, baseline: shell.bare }),
    ratioRow('agent call, a Node program ÷ bare spawn', { ours: node.step, baseline: node.bare }, 1.5),
  ]
}

async function measureCalls(folder, { load, rounds, asNode }) {
  mkdirSync(folder)
  const world = await openWorld(folder, load, asNode ? nodeAgent : shellAgent)
  const prompt = 'Please make the change.\n'.repeat(100)
  const { performAgent } = await load('perform-agent')
  const { superviseProcess } = await load('supervise')
  const times = await inTurns(rounds, {
    bare: () => bareSpawn(world, prompt),
    supervised: (round) => superviseProcess(specOf(world, prompt, round)),
    step: {
      prepare: (round) => round % CALLS_A_RUN === 0 && world.startOver(),
      work: (round) => performAgent(world.context, callOf(round, world.head)),
    },
  })
  world.startOver()
  world.context.journal.close()
  return times
}

/** A program that costs next to nothing, but reads its prompt and answers as Claude Code does. */
function shellAgent(folder) {
  return { file: '/bin/sh', args: ['-c', `cat > /dev/null; exec cat '${answerIn(folder)}'`] }
}

/** The least that an agent written in JavaScript can be. */
function nodeAgent(folder) {
  const script = `process.stdin.resume().on('end', () => process.stdout.write(require('fs').readFileSync('${answerIn(folder)}')))`
  return { file: process.execPath, args: ['-e', script] }
}

function answerIn(folder) {
  const block = '```wiggum\n{"status":"DONE","files":["src/a.ts"],"summary":"Did it.","notes":""}\n```'
  const lines = [
    { type: 'system', subtype: 'init', session_id: 'bench', model: 'none', claude_code_version: '0' },
    { type: 'assistant', message: { content: [{ type: 'text', text: 'Working on it.' }] } },
    {
      type: 'result',
      subtype: 'success',
      is_error: false,
      result: `Changed one file.\n\n${block}`,
      total_cost_usd: 0.01,
      num_turns: 1,
      usage: { input_tokens: 1000, output_tokens: 100 },
    },
  ]
  const answer = join(folder, 'answer.jsonl')
  writeFileSync(answer, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return answer
}

async function openWorld(folder, load, programIn) {
  const [{ claude }, { createJournal }, { layoutOf, ensureLayout }, { initialState }] = await Promise.all(
    ['agent', 'journal', 'layout', 'state'].map(load),
  )
  const [{ defaultConfig }, { failpointsFrom }, { applyEvent }, { sampleDrafts }] = await Promise.all(
    ['config', 'failpoints', 'fold', 'sample-events'].map(load),
  )
  const [{ openRepository }, { openVault }] = await Promise.all(['repository', 'vault'].map(load))
  const root = makeRepository(join(folder, 'agent-repository'), 20)
  const head = git(root, 'rev-parse', 'HEAD')
  const work = join(folder, 'agent-work')
  mkdirSync(work)
  const layout = layoutOf(work)
  ensureLayout(layout)
  const program = programIn(folder)
  const launch = ({ env, prompt }) => ({ ...program, env, stdin: prompt })
  const journal = createJournal(layout.log(RUN), RUN)
  const [{ type, data }] = sampleDrafts(1)
  const start = journal.append({ type, data: { ...data, base: head } }, new Date().toISOString())
  const context = {
    layout,
    vault: await openVault((await openRepository(root)).repo, RUN, work),
    journal,
    state: initialState(RUN),
    config: defaultConfig(),
    env: { ...process.env },
    agentFor: () => ({
      agent: { ...claude, launch },
      found: { ok: true, file: program.file, version: null },
    }),
    meter: null,
    running: new Map(),
    sandbox: { name: 'none', file: '' },
    failpoints: failpointsFrom({}),
    listeners: [],
    abort: new AbortController(),
  }
  const startOver = () => {
    const failed = Object.values(context.state.steps).find((step) => step.outcome !== 'complete')
    if (failed) throw new Error(`an agent call failed: ${JSON.stringify(failed.failure)}`)
    context.state = initialState(RUN)
    applyEvent(context.state, start)
  }
  return { work, program, context, head, startOver }
}

function callOf(round, head) {
  const step = `1-do-maker-${round + 1}`
  const shared = {
    role: 'maker',
    phase: 'do',
    head,
    about: null,
    writes: false,
    note: null,
    minutes: null,
    reflects: false,
  }
  return { ...shared, step, attempt: round + 1, agent: 'claude', continues: null }
}

function specOf({ work, program }, prompt, round) {
  return {
    ...program,
    cwd: work,
    env: process.env,
    stdin: prompt,
    idleMs: 300_000,
    wallMs: 1_800_000,
    graceMs: 10_000,
    leash: `${work}/supervised-${round}`,
    rawPath: null,
    onLine: null,
  }
}

/** What a loop without a supervisor does: start it, hand the prompt over, keep what it says, wait for the end. */
function bareSpawn({ work, program }, prompt) {
  const child = spawn(program.file, program.args, { cwd: work })
  const chunks = []
  child.stdout.on('data', (chunk) => chunks.push(chunk))
  child.stderr.on('data', (chunk) => chunks.push(chunk))
  child.stdin.on('error', () => {})
  child.stdin.end(prompt)
  return new Promise((resolve) => child.once('close', () => resolve(Buffer.concat(chunks).toString())))
}
