export interface ProcessSpec {
  file: string
  args: string[]
  cwd: string
  env: Record<string, string>
  /** `null` is /dev/null; a text is written, then the pipe is closed unless there is a dialogue. */
  stdin: string | null
  /** Called once it runs, with a way to go on talking to it. */
  dialogue?: (speaker: Speaker) => void
  /** Limits in awake time; idle is "no output on stdout or stderr". */
  idleMs: number | null
  wallMs: number | null
  /** SIGTERM first, SIGKILL after this. */
  graceMs: number
  /** The program started is only the keeper of a sandbox, which ends with it: SIGTERM goes to those inside. */
  keeper?: boolean
  /** One call's own, without spaces or `@`. Whatever has it in WIGGUM_LEASH, and what descends from that, is swept at the end. */
  leash: string
  /** Raw stdout bytes are appended here, unsynced. */
  rawPath: string | null
  onLine: ((line: string, truncated: boolean) => void) | null
  /** True once `onLine` has seen the final result: a process that then does not exit within the grace is killed, its result kept. */
  finished?: () => boolean
  maxLineBytes?: number
  /** What is stored at most. At four times this, counting stderr too, the process is killed. */
  maxTotalBytes?: number
  signal?: AbortSignal
}

export interface Speaker {
  say(line: string): void
  /** Closes its standard input. */
  hangUp(): void
}

export type Outcome =
  | 'exited'
  | 'signalled'
  | 'idle-timeout'
  | 'wall-timeout'
  | 'spawn-failed'
  | 'output-cap'
  | 'cancelled'
  | 'killed-after-result'

export interface ProcessResult {
  outcome: Outcome
  exitCode: number | null
  signal: string | null
  /** Awake time. */
  durationMs: number
  sleptMs: number
  /** Bytes cut off long lines, or bytes not stored: the larger of the two. */
  truncatedBytes: number
  stdoutTail: string
  stderrTail: string
  error: string | null
  /** Processes that outlived the supervised one and were ended. */
  leftovers: number
}
