import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Busy, Problem } from '../runtime/problem.ts'
import type { Project } from '../runtime/project.ts'
import { EnvironmentError } from '../store/environment-error.ts'
import { type Layout, layoutOf } from '../store/layout.ts'
import type { ProcessIdentity } from '../store/process-identity.ts'
import { type Answer, answerText, NOTHING } from './answer.ts'
import { endSession } from './end-session.ts'
import { type HookInput, readHookInput } from './hook-input.ts'
import { hostProcess } from './host-process.ts'
import { RALPH_FILE } from './ralph-file.ts'
import { type HostName, type LiveSession, liveFolder, readSession, saveSession } from './session.ts'
import { addToSpool } from './spool.ts'

/** What a hook has at hand. The project is opened only where it is needed: most calls end before. */
export interface HookWorld {
  sessionId: string
  host: HostName
  env: Record<string, string | undefined>
  /** Where the session is at home. */
  root: string
  /** Its loop, by looking at files alone. */
  found(): Found | null
  layout(): Layout
  project(): Promise<Project>
  process(): ProcessIdentity | null
}

interface Found {
  layout: Layout
  session: LiveSession
}

type Handler = (input: HookInput, world: HookWorld) => Promise<Answer>

/** Loaded one by one: most hooks end before they need any of it. */
const HANDLERS: Record<string, { event: string; load(): Promise<Handler> }> = {
  'session-start': {
    event: 'SessionStart',
    load: async () => (await import('./on-session-start.ts')).onSessionStart,
  },
  prompt: { event: 'UserPromptSubmit', load: async () => (await import('./on-prompt.ts')).onPrompt },
  'pre-tool': { event: 'PreToolUse', load: async () => (await import('./on-pre-tool.ts')).onPreTool },
  stop: { event: 'Stop', load: async () => (await import('./on-stop.ts')).onStop },
  'pre-compact': {
    event: 'PreCompact',
    load: async () => (await import('./on-pre-compact.ts')).onPreCompact,
  },
  'session-end': {
    event: 'SessionEnd',
    load: async () => (await import('./on-session-end.ts')).onSessionEnd,
  },
}

/** These have nothing to say where the session has no loop. */
const ONLY_IN_LOOPS = ['pre-tool', 'pre-compact', 'session-end']

export const HOOK_EVENTS = [...Object.keys(HANDLERS), 'post-tool']

/** So many hooks in a row may fail before the loop is switched off: a broken loop must not hold a session. */
const MAX_ERRORS = 3

/** Whatever comes in and whatever goes wrong, the host goes on: `null` is an answer, too. */
export async function liveAnswer(
  name: string,
  text: string,
  { env, cwd }: { env: Record<string, string | undefined>; cwd: string },
): Promise<string | null> {
  const input = readHookInput(text)
  if (!input?.sessionId) return null
  const world = worldOf(input, {
    env,
    sessionId: input.sessionId,
    root: env.CLAUDE_PROJECT_DIR || input.cwd || cwd,
  })
  const known = HANDLERS[name]
  if (!known) {
    const found = world.found()
    if (found) addToSpool(found.layout, text)
    return null
  }
  if (isIdle(name, world)) return null
  const answer = await known
    .load()
    .then((handle) => handle(input, world))
    .catch((error) => failed(error, world))
  return answerText(answer, { event: known.event, host: world.host })
}

/** By looking at files alone. */
function isIdle(name: string, world: HookWorld): boolean {
  if (world.found() !== null) return false
  return (
    ONLY_IN_LOOPS.includes(name) || (name === 'stop' && !existsSync(join(world.layout().root, RALPH_FILE)))
  )
}

function worldOf(input: HookInput, given: Pick<HookWorld, 'env' | 'sessionId' | 'root'>): HookWorld {
  const { root, env, sessionId } = given
  let project: Promise<Project> | null = null
  const found = () => findSession(root, sessionId)
  return {
    ...given,
    host: isCodex(input) ? 'codex' : 'claude',
    found,
    layout: () => found()?.layout ?? layoutOf(projectRoot(root)),
    project: () => {
      project ??= import('./live-project.ts').then(({ openLiveProject }) =>
        openLiveProject(found()?.layout.root ?? root, env),
      )
      return project
    },
    process: () => hostProcess(env),
  }
}

/** Codex numbers its turns, and calls its transcripts so. */
function isCodex({ turnId, transcriptPath }: HookInput): boolean {
  return turnId !== null || /rollout-[^/]*\.jsonl$/.test(transcriptPath ?? '')
}

/** The nearest folder above with a loop of this session. */
function findSession(root: string, session: string): Found | null {
  for (const folder of upwards(root)) {
    const layout = layoutOf(folder)
    const found = readSession(liveFolder(layout), session)
    if (found) return { layout, session: found }
  }
  return null
}

/** Without asking git: the nearest folder above that has one. */
function projectRoot(root: string): string {
  return upwards(root).find((folder) => existsSync(join(folder, '.git'))) ?? root
}

function upwards(folder: string): string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...upwards(above)]
}

async function failed(error: unknown, world: HookWorld): Promise<Answer> {
  // Another hook of the session is at it, and says what there is to say.
  if (error instanceof Busy) return NOTHING
  const what = messageOf(error)
  const found = world.found()
  if (!found) return { kind: 'tell', text: `wiggum: ${what}` }
  const { layout, session } = found
  const errors = session.errors + 1
  if (errors < MAX_ERRORS) {
    saveSession(layout, { ...session, errors })
    return { kind: 'tell', text: `wiggum: this hook failed (${what}); the loop is kept.` }
  }
  endSession(layout, session)
  const log = join('.wiggum', 'events', `${session.run}.jsonl`)
  const text = `wiggum: three hooks in a row failed (${what}), so the loop is off. Its log is kept: ${log}`
  return { kind: 'tell', text }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const fix = error instanceof Problem || error instanceof EnvironmentError ? error.fix : ''
  return fix ? `${error.message.replace(/\.$/, '')}. ${fix}` : error.message
}
