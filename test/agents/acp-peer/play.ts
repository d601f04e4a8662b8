import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { acpAgent } from '../../../src/agents/acp.ts'
import type { AgentEvent, AgentFailure, AgentRequest } from '../../../src/agents/agent.ts'
import { type ProcessResult, type Speaker, superviseProcess } from '../../../src/runtime/supervise.ts'

export const PEER = resolve('test/agents/acp-peer/peer.mjs')

type Json = Record<string, unknown>

/** What the peer does; `peer.mjs` says how. */
export interface PeerScenario {
  hello?: Json
  session?: Json
  replays?: Json[]
  replaysLate?: boolean
  /** The reason with which it ends its turn when a tool is refused. */
  stopsAtRefusal?: string
  errors?: Record<string, Json>
  silentAt?: string
  diesAt?: string
  exitCode?: number
  lingers?: boolean
  /** By role; `again` is what it does with every later prompt. */
  turns?: Record<string, Json[]>
}

export interface Played {
  events: AgentEvent[]
  result: Extract<AgentEvent, { kind: 'result' }> | null
  /** As the runtime takes it: what the result says, else how the process ended. */
  failure: AgentFailure | null
  ended: ProcessResult
  /** What the peer heard from us. */
  heard: Json[]
}

export interface Stage {
  dir: string
  workspace: string
  command(scenario: PeerScenario): string[]
  heard(): Json[]
  end(): void
}

/** A folder with a workspace in it, the scenario, and a log of what the peer heard. */
export function setStage(): Stage {
  const dir = mkdtempSync(join(tmpdir(), 'wiggum-acp-'))
  const workspace = join(dir, 'workspace')
  mkdirSync(workspace)
  const log = join(dir, 'heard.jsonl')
  writeFileSync(log, '')
  return {
    dir,
    workspace,
    command(scenario) {
      writeFileSync(join(dir, 'scenario.json'), JSON.stringify(scenario))
      return [process.execPath, PEER, join(dir, 'scenario.json'), log]
    },
    heard: () =>
      readFileSync(log, 'utf8')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    end: () => rmSync(dir, { recursive: true, force: true }),
  }
}

export function requestIn(workspace: string, over: Partial<AgentRequest> = {}): AgentRequest {
  return {
    role: 'maker',
    prompt: 'Please.',
    model: null,
    effort: null,
    workspace,
    writes: true,
    resumeSession: null,
    maxBudgetUsd: null,
    env: { PATH: process.env.PATH ?? '', WIGGUM_ROLE: over.role ?? 'maker' },
    ...over,
  }
}

let calls = 0

/** One call of the peer, supervised as in a run. */
export async function playPeer(
  stage: Stage,
  scenario: PeerScenario,
  over: Partial<AgentRequest> & { idleMs?: number; graceMs?: number } = {},
): Promise<Played> {
  const { idleMs = 20_000, graceMs = 2_000, ...wish } = over
  const own = { env: [], model_option: null, modes: { maker: null, reviewer: null } }
  const agent = acpAgent('peer', { peer: { command: stage.command(scenario), ...own } })!
  const found = await agent.find(process.env.PATH ?? '')
  if (!found.ok) throw new Error(found.problem)
  const request = requestIn(stage.workspace, wish)
  const { dialogue, ...launch } = agent.launch(request, found)
  const reader = agent.reader(request)
  const events: AgentEvent[] = []
  let speaker: Speaker | null = null
  const result = () => events.find((event) => event.kind === 'result') ?? null
  const ended = await superviseProcess({
    ...launch,
    cwd: stage.workspace,
    idleMs,
    wallMs: 40_000,
    graceMs,
    leash: `acp-peer-${process.pid}-${calls++}`,
    rawPath: null,
    onLine: (line) => {
      for (const event of reader.line(line)) {
        if (event.kind === 'say') speaker?.say(event.line)
        else if (event.kind === 'hang-up') speaker?.hangUp()
        else events.push(event)
      }
    },
    ...(dialogue ? { dialogue: (given: Speaker) => (speaker = given) } : {}),
    finished: () => result() !== null,
  })
  const said = result()
  return {
    events,
    result: said,
    failure: said ? said.failure : agent.failureOf(ended),
    ended,
    heard: stage.heard(),
  }
}
