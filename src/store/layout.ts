import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cannotWrite } from './environment-error.ts'
import { writeAtomic } from './files.ts'

/** Where everything of a repository's runs lies. */
export interface Layout {
  root: string
  dir: string
  events: string
  index: string
  state: string
  metrics: string
  /** Lessons across runs. */
  memory: string
  config: string
  /** What stands for a repository where there is none. */
  noGit: string
  artifacts(run: string): string
  inbox(run: string): string
  lock(name: string): string
  log(run: string): string
  /** The run in `wiggum-state-v1`. */
  document(run: string): string
}

export function layoutOf(root: string): Layout {
  const dir = join(root, '.wiggum')
  const events = join(dir, 'events')
  const state = join(dir, 'state')
  return {
    root,
    dir,
    events,
    index: join(events, 'index.jsonl'),
    state,
    metrics: join(dir, 'metrics'),
    memory: join(dir, 'memory'),
    config: join(dir, 'config.yaml'),
    noGit: join(state, 'no-git.git'),
    artifacts: (run) => join(dir, 'artifacts', segment(run)),
    inbox: (run) => join(state, 'inbox', segment(run)),
    lock: (name) => join(state, 'locks', `${segment(name)}.lock`),
    log: (run) => join(events, `${segment(run)}.jsonl`),
    document: (run) => join(state, `${segment(run)}.json`),
  }
}

const ignoreFile = `# What wiggum keeps for itself is ignored; what you configure is yours to commit.
/*
!/config.yaml
!/hooks.yaml
!/archetypes/
!/workflows/
!/detectors/
`

export function ensureLayout(layout: Layout): void {
  const privately = [
    layout.events,
    join(layout.dir, 'artifacts'),
    layout.state,
    join(layout.state, 'inbox'),
    join(layout.state, 'locks'),
  ]
  const made: string[] = []
  try {
    if (mkdirSync(layout.dir, { recursive: true })) made.push(layout.dir)
    for (const folder of privately) if (mkdirSync(folder, { recursive: true, mode: 0o700 })) made.push(folder)
    const ignore = join(layout.dir, '.gitignore')
    if (!existsSync(ignore)) writeAtomic(ignore, ignoreFile)
  } catch (cause) {
    made.reverse().forEach(removeIfEmpty)
    throw cannotWrite(layout.dir, cause)
  }
}

/** The last run has gone as if it had never been: what was made for it goes too, unless somebody has put something there. */
export function removeUnused(layout: Layout): void {
  const { dir, events, state } = layout
  const own = [events, join(dir, 'artifacts'), join(state, 'inbox'), join(state, 'locks'), state]
  own.forEach(removeIfEmpty)
  const ignore = join(dir, '.gitignore')
  if (readdirSync(dir).join() !== '.gitignore' || readFileSync(ignore, 'utf8') !== ignoreFile) return
  rmSync(ignore)
  removeIfEmpty(dir)
}

/** Another run may have begun to use it meanwhile; then it is not empty, and stays. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // What cannot be taken back does no harm.
  }
}

/** Run ids and lock names arrive from command lines and branch names: each stays one plain path segment. */
function segment(name: string): string {
  const encoded = encodeURIComponent(name).replace(/^\.+/, (dots) => '%2E'.repeat(dots.length))
  return encoded || '%'
}
