import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createInterface } from 'node:readline'

/**
 * An agent that speaks the Agent Client Protocol from a scenario instead of thinking, and misbehaves where it says so.
 * `node peer.mjs <scenario.json> <log.jsonl>`: what it hears goes to the log, one message a line.
 */
const [scenarioPath, logPath] = process.argv.slice(2)
const scenario = JSON.parse(readFileSync(scenarioPath, 'utf8'))
const asked = new Map()
let nextId = 1000
let sessionId = 'peer-1'
let prompts = 0

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const update = (sent) => send({ method: 'session/update', params: { sessionId, update: sent } })
const answer = (id, result) => send({ id, result })
const fail = (id, error) => send({ id, error })

function request(method, params) {
  const id = nextId++
  send({ id, method, params })
  return new Promise((done) => asked.set(id, done))
}

const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => {
  appendFileSync(logPath, `${line}\n`)
  const message = JSON.parse(line)
  if (message.method === undefined) asked.get(message.id)?.(message)
  else void serve(message)
})
lines.on('close', () => {
  if (scenario.lingers) setInterval(() => {}, 1000)
  else process.exit(scenario.exitCode ?? 0)
})

async function serve({ id, method, params }) {
  if (scenario.silentAt === method) return
  if (scenario.diesAt === method) process.exit(scenario.exitCode ?? 3)
  const error = scenario.errors?.[method]
  if (error) return fail(id, error)
  switch (method) {
    case 'initialize':
      return answer(id, {
        protocolVersion: 1,
        agentInfo: { name: 'peer', version: '9.9' },
        ...scenario.hello,
      })
    case 'session/new':
      return answer(id, { sessionId, ...scenario.session })
    case 'session/load':
      sessionId = params.sessionId
      if (!scenario.replaysLate) for (const replayed of scenario.replays ?? []) update(replayed)
      answer(id, { ...scenario.session })
      if (scenario.replaysLate) void replayLate(scenario.replays ?? [])
      return
    case 'session/set_mode':
    case 'session/set_model':
    case 'session/set_config_option':
      return answer(id, {})
    case 'session/prompt':
      return play(id, prompts++ === 0 ? stepsFor(process.env.WIGGUM_ROLE) : stepsFor('again'))
    default:
      return fail(id, { code: -32601, message: `Method not found: ${method}` })
  }
}

function stepsFor(role) {
  return scenario.turns?.[role] ?? scenario.turns?.any ?? [{ text: 'Nothing to do.' }]
}

/** After the answer, a word at a time, as Gemini does it. */
async function replayLate(replays) {
  for (const replayed of replays) {
    await new Promise((next) => setImmediate(next))
    update(replayed)
  }
}

async function play(id, steps) {
  for (const step of steps) {
    if (step.end !== undefined || step.error) return step.error ? fail(id, step.error) : answer(id, step.end)
    const refused = (await act(step)) === false
    if (refused && scenario.stopsAtRefusal) return answer(id, { stopReason: scenario.stopsAtRefusal })
  }
  answer(id, { stopReason: 'end_turn' })
}

async function act(step) {
  if (step.text) update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: step.text } })
  if (step.update) update(step.update)
  if (step.raw !== undefined) process.stdout.write(step.raw)
  if (step.bigLine) process.stdout.write(`{"jsonrpc":"2.0","junk":"${'x'.repeat(step.bigLine)}"}\n`)
  if (step.request) await request(step.request, {})
  if (step.write) return write(step.write)
  if (step.run) return run(step.run)
  if (step.asks) await request('session/request_permission', { sessionId, ...step.asks })
  if (step.exit !== undefined) process.exit(step.exit)
  if (step.hang) await new Promise(() => {})
}

const OPTIONS = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'once', name: 'Once', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
]

/** Asks first and acts only if it may, as the real ones do. */
async function use(tool, rawInput, deed) {
  const toolCall = { toolCallId: `call-${nextId}`, ...tool }
  update({ sessionUpdate: 'tool_call', status: 'pending', rawInput, ...toolCall })
  const { result } = await request('session/request_permission', { sessionId, toolCall, options: OPTIONS })
  const allowed = ['once', 'always'].includes(result?.outcome?.optionId)
  const status = allowed && deed() ? 'completed' : 'failed'
  update({ sessionUpdate: 'tool_call_update', toolCallId: toolCall.toolCallId, status })
  return allowed
}

function write({ path, content }) {
  const file = resolve(path)
  return use({ title: `Write ${path}`, kind: 'edit', locations: [{ path: file }] }, { path: file }, () => {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    return true
  })
}

function run(rawInput) {
  const { command, cwd } = rawInput
  return use({ title: 'Run a command', kind: 'execute' }, rawInput, () => {
    return spawnSync('sh', ['-c', command], { cwd, stdio: 'ignore' }).status === 0
  })
}
