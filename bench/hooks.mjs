import { execFileSync } from 'node:child_process'
import { appendFileSync, closeSync, cpSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyCli } from './bundle.mjs'
import { inTurns } from './measure.mjs'
import { makeRepository } from './repositories.mjs'
import { ratioRow, valueRow } from './table.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const BY_HAND = join(here, 'bash-hook.sh')

/** No checks and no review: what is left is what wiggum itself takes. Nothing is promised, so every pass is followed by another. */
const CONFIG = `live: { review: off, verify: false }
stagnation:
  threshold: 100000
  signals: { no_file_changes: false, repeated_errors: false, task_timeout_iterations: 100000, completion_without_evidence: false }
`

/** What a person in a session waits for at each hook. */
export async function hooks({ folder, quick }) {
  copyCli(folder)
  const plugin = join(folder, 'plugin')
  cpSync(join(here, '..', 'plugin'), plugin, { recursive: true })
  const sh = join(plugin, 'hook.sh')
  const [idle, busy] = ['idle', 'busy'].map((name) => makeRepository(join(folder, `hooks-${name}`), 20))
  const env = { PATH: process.env.PATH, HOME: folder, XDG_STATE_HOME: join(folder, 'state') }
  // From a file: a hook that ends at once does not read its input, and a pipe would break.
  const given = join(folder, 'input.json')
  const call = (file, args, repo, input) => {
    writeFileSync(given, JSON.stringify(input))
    const stdin = openSync(given)
    try {
      return execFileSync(file, args, {
        cwd: repo,
        env: { ...env, CLAUDE_PROJECT_DIR: repo },
        stdio: [stdin, 'pipe', 'inherit'],
      })
    } finally {
      closeSync(stdin)
    }
  }
  const said = (cwd, more) => ({ session_id: 'bench', cwd, transcript_path: join(folder, 'none'), ...more })
  const stops = (cwd) => said(cwd, { last_assistant_message: 'Done, I think.' })
  const tool = {
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    tool_response: 'a',
  }

  mkdirSync(join(busy, '.wiggum'), { recursive: true })
  writeFileSync(join(busy, '.wiggum', 'config.yaml'), CONFIG)
  call('sh', [sh, 'prompt'], busy, said(busy, { prompt: '/wiggum:loop grow --max-passes 9999 --promise X' }))
  const loop = { session: 'bench', pass: 1, max: 9999, promise: 'X', prompt: 'grow' }
  const jq = hasJq(env)
  writeFileSync(join(busy, '.bench-loop.json'), JSON.stringify(loop))

  const change = (round) => appendFileSync(join(busy, 'grown.txt'), `${round}\n`)
  const times = await inTurns(quick ? 8 : 30, {
    nothing: () => execFileSync(process.execPath, ['-e', '0']),
    idle: () => call('sh', [sh, 'stop'], idle, stops(idle)),
    post: () => call('sh', [sh, 'post-tool'], busy, said(busy, tool)),
    other: () => call('sh', [sh, 'stop'], busy, { ...stops(busy), session_id: 'other' }),
    same: () => held(call('sh', [sh, 'stop'], busy, stops(busy))),
    stop: { prepare: change, work: () => held(call('sh', [sh, 'stop'], busy, stops(busy))) },
    ...(jq
      ? {
          handIdle: () => call('bash', [BY_HAND], idle, stops(idle)),
          handStop: { prepare: change, work: () => call('bash', [BY_HAND], busy, stops(busy)) },
        }
      : {}),
  })
  const row = (name, ours, goal) => ratioRow(name, { ours, baseline: times.nothing }, goal)
  return [
    valueRow('idle hook', { ours: times.idle, unit: 'ms' }, 10),
    ...(jq ? [valueRow('  bash + jq by hand, idle', { ours: times.handIdle, unit: 'ms' })] : []),
    row('PostToolUse hook in a loop ÷ node -e 0', times.post, 1.5),
    row('Stop hook in a loop, nothing changed ÷ node -e 0', times.same, 1.5),
    row('Stop hook in a loop, a file changed ÷ node -e 0', times.stop, 1.5),
    ...(jq ? [row('  bash + jq by hand, which verifies nothing ÷ node -e 0', times.handStop)] : []),
    row('Stop hook of another session beside a loop ÷ node -e 0', times.other),
  ]
}

/** What is measured must be a pass that is followed by another. */
function held(said) {
  if (!said.includes('"block"')) throw new Error(`the loop has come to an end: ${said}`)
}

function hasJq(env) {
  try {
    execFileSync('jq', ['--version'], { env, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
