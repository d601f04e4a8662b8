import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectFor } from './project.mjs'

const AGENT = fileURLToPath(new URL('../agent', import.meta.url))

/** What the user has lying about, and wants to keep. */
export const TREASURES = {
  'docs/limits.md': '# Limits\n\nDurations are whole minutes.\n\nA paragraph that is not committed yet.\n',
  'notes.txt': 'A note that git does not know.\n',
}
const DOCUMENT = 'Chapter one.\n'

/** A folder with a repository, a home and a misbehaving `claude`. Its name marks every process that belongs to it. */
export function makeWorld({ fault, variant, id }, { commits = false, parent = tmpdir() } = {}) {
  const dir = mkdtempSync(join(parent, 'faults-'))
  const world = {
    dir,
    mark: basename(dir),
    repo: join(dir, 'repo'),
    home: join(dir, 'home'),
    fault,
    variant,
    id,
  }
  for (const folder of [
    world.repo,
    join(world.home, 'documents'),
    join(world.home, '.claude', 'faults'),
    join(dir, 'tmp'),
  ])
    mkdirSync(folder, { recursive: true })
  world.env = environment(world)
  world.task = projectFor(world).task
  writeFileSync(join(world.home, 'documents', 'thesis.txt'), DOCUMENT)
  writeFileSync(
    join(world.home, '.gitconfig'),
    '[user]\n\tname = A User\n\temail = user@example.org\n[init]\n\tdefaultBranch = main\n',
  )
  fillRepository(world)
  installAgent(world, commits)
  return world
}

function environment({ dir, home }) {
  return {
    PATH: [join(home, '.local', 'bin'), dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(
      ':',
    ),
    HOME: home,
    TMPDIR: join(dir, 'tmp'),
    LC_ALL: 'C.UTF-8',
    TERM: 'dumb',
    NO_COLOR: '1',
    CI: '1',
    ANTHROPIC_API_KEY: 'none',
    npm_config_update_notifier: 'false',
  }
}

function fillRepository(world) {
  for (const [path, text] of Object.entries(projectFor(world).files)) put(world.repo, path, text)
  git(world, 'init', '-q', '-b', 'main')
  save(world, 'Start')
  git(world, 'branch', 'side')
  git(world, 'init', '-q', '--bare', join(world.dir, 'origin.git'))
  git(world, 'remote', 'add', 'origin', join(world.dir, 'origin.git'))
}

/** After the orchestrator's own files are there: what it changes from here on counts. */
export function seal(world) {
  save(world, 'Configuration')
  git(world, 'push', '-q', 'origin', 'main')
  sideBranch(world)
  world.base = git(world, 'rev-parse', 'main')
  if (world.fault === 'deleter')
    for (const [path, text] of Object.entries(TREASURES)) put(world.repo, path, text)
}

/** A commit that only one branch has. */
function sideBranch(world) {
  const tree = git(world, 'rev-parse', 'main^{tree}')
  world.side = git(world, 'commit-tree', tree, '-p', 'main', '-m', 'Work of last week')
  git(world, 'branch', '-f', 'side', world.side)
}

function save(world, message) {
  git(world, 'add', '-A')
  git(world, 'commit', '-q', '--allow-empty', '-m', message)
}

export function put(folder, path, text) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

export function git(world, ...args) {
  const options = { cwd: world.repo, env: world.env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }
  return execFileSync('git', args, options).trim()
}

/** Where installers put the real program; boxes know these places. */
function installAgent(world, commits) {
  const share = join(world.home, '.local', 'share', 'claude')
  cpSync(AGENT, share, { recursive: true })
  const values = {
    FAULT: world.id,
    FAULT_AGENT: world.mark,
    FAULT_CHECKOUT: world.repo,
    FAULT_COMMITS: commits ? '1' : '',
  }
  const lines = Object.entries(values).map(([name, value]) => `export ${name}='${value}'`)
  const path = join(world.home, '.local', 'bin', 'claude')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(
    path,
    `#!/bin/sh\n${lines.join('\n')}\nexec '${process.execPath}' '${share}/claude.mjs' "$@"\n`,
  )
  chmodSync(path, 0o755)
}

/** What the agent wrote down about itself. */
export function journalOf({ home }) {
  const path = join(home, '.claude', 'faults', 'journal.jsonl')
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** What the user had and has no more. Committed by somebody counts as kept. */
export function lostIn(world) {
  const lost = Object.entries(TREASURES)
    .filter(([path, text]) => !isKept(world, path, text))
    .map(([path]) => path)
  if (read(join(world.home, 'documents', 'thesis.txt')) !== DOCUMENT) lost.push('~/documents')
  if (attempt(() => git(world, 'rev-parse', 'refs/heads/side')) !== world.side) lost.push('branch side')
  return lost
}

function isKept(world, path, text) {
  if (read(join(world.repo, path)) === text) return true
  const refs = (attempt(() => git(world, 'for-each-ref', '--format=%(objectname)')) ?? '').split('\n')
  return refs.some((ref) => attempt(() => git(world, 'show', `${ref}:${path}`)) === text.trim())
}

function read(path) {
  return attempt(() => readFileSync(path, 'utf8'))
}

function attempt(act) {
  try {
    return act()
  } catch {
    return null
  }
}

export function removeWorld({ dir }) {
  rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
}
