import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cleanText } from '../contracts/clean-text.ts'
import type { Program } from '../sandbox/box.ts'
import { type ProcessResult, superviseProcess } from './supervise.ts'

/** What the host is told: with a scene the rules are asked, without one they say what they are. */
export interface HostOrder {
  /** Begins every line of the host's own: a rule may print what it likes. */
  mark: string
  modules: { id: string; text: string; thresholds: Record<string, number> }[]
  /** As JSON. */
  scene: string | null
}

export type HostLine =
  | { id: string; at: 'begin' | 'over' }
  | { id: string; at: 'end'; value: unknown }
  | { id: string; at: 'end'; problem: string }

export interface Hosted {
  values: Map<string, unknown>
  /** Whoever threw, hung or ended the process, and how. */
  broken: { id: string; reason: string }[]
  /** Not all were asked: one of them stopped the rest. */
  cutOff: boolean
  cancelled: boolean
  /** The host itself could not be used. */
  problem: string | null
}

interface Place {
  cwd: string
  leash: string
  signal?: AbortSignal
  /** What one rule may take, if not as long as usual. */
  idleMs?: number
  /** Puts the program into the run's sandbox. */
  box?: (program: Program) => Promise<{ program: Program & { keeper: boolean }; close(): void }>
}

/** Awake time without a word from the host: what one rule may take. */
const IDLE_MS = 10_000
const WALL_MS = 60_000
const GRACE_MS = 500
const HEAP_MB = 256
const MAX_OUTPUT = 4 * 1024 * 1024

/** Asks rules of the user's own in a process of their own, which can read nothing, write nothing and start nothing. */
export async function hostDetectors(order: Omit<HostOrder, 'mark'>, place: Place): Promise<Hosted> {
  const mark = `wiggum-${randomBytes(8).toString('hex')}`
  const heard: HostLine[] = []
  const { idleMs = IDLE_MS } = place
  const program = hostProgram()
  const boxed = (await place.box?.(program)) ?? { program: { ...program, keeper: false }, close: () => {} }
  const result = await superviseProcess({
    ...boxed.program,
    cwd: place.cwd,
    stdin: JSON.stringify({ ...order, mark }),
    idleMs,
    wallMs: WALL_MS,
    graceMs: GRACE_MS,
    leash: place.leash,
    rawPath: null,
    onLine: (line) => void (line.startsWith(`${mark} `) && heard.push(JSON.parse(line.slice(mark.length)))),
    maxTotalBytes: MAX_OUTPUT,
    ...(place.signal ? { signal: place.signal } : {}),
  }).finally(boxed.close)
  return summed(heard, result, idleMs)
}

/** Node's own fence. Where there is a sandbox, that is around it. */
function hostProgram(): Program {
  const host = hostPath()
  const fence = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission'
  const args = ['--no-warnings', `--max-old-space-size=${HEAP_MB}`, fence, `--allow-fs-read=${host}`, host]
  return { file: process.execPath, args, env: {} }
}

/** Next to the bundle, above its chunks, or built from the sources this file is in. */
function hostPath(): string {
  const places = ['./detector-host.js', '../detector-host.js', '../../dist/detector-host.js']
  const paths = places.map((place) => fileURLToPath(new URL(place, import.meta.url)))
  const found = paths.find((path) => existsSync(path))
  if (found === undefined) throw new Error(`detector-host.js is missing; looked at ${paths.join(', ')}`)
  return found
}

/** What a sandbox has to show besides the programs. */
export function hostFolder(): string {
  return dirname(hostPath())
}

function summed(heard: HostLine[], result: ProcessResult, idleMs: number): Hosted {
  const ended = heard.filter((line) => line.at === 'end')
  const values = new Map(ended.flatMap((line) => ('value' in line ? [[line.id, line.value] as const] : [])))
  const broken = ended.flatMap((line) =>
    'problem' in line ? [{ id: line.id, reason: plain(line.problem) }] : [],
  )
  const last = heard.at(-1)
  const cutOff = last?.at !== 'over'
  const cancelled = result.outcome === 'cancelled'
  if (cutOff && !cancelled && last?.at === 'begin')
    broken.push({ id: last.id, reason: howEnded(result, idleMs) })
  const problem =
    cutOff && !cancelled && last?.at !== 'begin' ? (result.error ?? howEnded(result, idleMs)) : null
  return { values, broken, cutOff, cancelled, problem: problem === null ? null : plain(problem) }
}

function howEnded({ outcome, exitCode, signal }: ProcessResult, idleMs: number): string {
  if (outcome === 'idle-timeout') return `it gave no answer within ${idleMs / 1000} s`
  if (outcome === 'wall-timeout') return `it gave no answer within ${WALL_MS / 1000} s`
  if (outcome === 'output-cap') return 'it printed without end'
  if (signal !== null) return `its process was ended by ${signal}; it has ${HEAP_MB} MB of memory`
  return exitCode === 13 ? 'it never finished loading' : `it ended its process with code ${exitCode}`
}

/** One line that is safe to show. */
function plain(text: string): string {
  return cleanText(text, 300).replace(/\s+/g, ' ').trim() || 'no reason known'
}
