import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inTurns } from './measure.mjs'
import { ratioRow } from './table.mjs'

const RUN = '2026-01-02-bench'
const HEAD = 'a'.repeat(40)

/** One agent call after the other: bare spawns, supervised spawns, and all that a run's step does. */
export async function agentCall({ folder, load, quick }) {
  const world = await openWorld(folder, load)
  const prompt = 'Please make the change.\n'.repeat(100)
  const { performAgent } = await load('perform-agent')
  const { superviseProcess, startReaper } = await load('supervise')
  const times = await inTurns(quick ? 60 : 400, {
    bare: () => bareSpawn(world, prompt),
    supervised: (round) => superviseProcess(specOf(world, prompt, round)),
    step: (round) => performAgent(world.context, callOf(round)),
  })
  await startReaper().close()
  world.context.journal.close()
  const failed = Object.values(world.context.state.steps).filter((step) => step.outcome !== 'complete')
  if (failed.length > 0) throw new Error(`agent calls failed: ${JSON.stringify(failed[0].failure)}`)
  return [
    ratioRow('agent call ÷ bare Node spawn', { ours: times.step, baseline: times.bare }, 1.5),
    ratioRow('  of that: supervision alone', { ours: times.supervised, baseline: times.bare }),
  ]
}

/** A program that costs next to nothing, but reads its prompt and answers as Claude Code does. */
function trivialAgent(folder) {
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
  return { file: '/bin/sh', args: ['-c', `cat > /dev/null; exec cat '${answer}'`] }
}

async function openWorld(folder, load) {
  const [{ claude }, { createJournal }, { layoutOf, ensureLayout }, { initialState }] = await Promise.all(
    ['agent', 'journal', 'layout', 'state'].map(load),
  )
  const [{ defaultConfig }, { failpointsFrom }, { applyEvent }, { sampleDrafts }] = await Promise.all(
    ['config', 'failpoints', 'fold', 'sample-events'].map(load),
  )
  const work = join(folder, 'agent-work')
  mkdirSync(work)
  const layout = layoutOf(work)
  ensureLayout(layout)
  const program = trivialAgent(folder)
  const launch = ({ env, prompt }) => ({ ...program, env, stdin: prompt })
  const journal = createJournal(layout.log(RUN), RUN)
  const state = initialState(RUN)
  const [start] = sampleDrafts(1)
  applyEvent(state, journal.append(start, new Date().toISOString()))
  const context = {
    layout,
    vault: { work },
    journal,
    state,
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
  return { work, program, context }
}

function callOf(round) {
  const step = `1-do-maker-${round + 1}`
  const shared = {
    role: 'maker',
    phase: 'do',
    head: HEAD,
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
