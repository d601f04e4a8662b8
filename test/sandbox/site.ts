import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { type ProcessResult, superviseProcess } from '../../src/runtime/supervise.ts'
import { type Network, NO_SANDBOX, type Sandbox } from '../../src/sandbox/box.ts'
import { type Probe, probeBubblewrap, probeSrt } from '../../src/sandbox/choose.ts'
import { enclose, furnish } from '../../src/sandbox/index.ts'
import { openPorts } from '../../src/sandbox/ports.ts'
import { surveyBox } from '../../src/sandbox/survey.ts'

/** A machine in small: a home with secrets, a repository, a run's workspace and another run's. */
export interface Site {
  dir: string
  home: string
  repo: string
  workspace: string
  other: string
  secret: string
  env: Record<string, string>
  end(): void
}

const REAL_AGENTS = resolve('test/agents/node_modules/.bin')
const PATH = [dirname(process.execPath), REAL_AGENTS, '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter)

export function makeSite(): Site {
  const dir = mkdtempSync(join(tmpdir(), 'wiggum-box-'))
  const place = (...path: string[]) => join(dir, ...path)
  const secret = `secret-${randomUUID()}`
  const files: Record<string, string> = {
    'home/.bashrc': '# mine\n',
    'home/.gitconfig': '[user]\n\tname = A User\n\temail = user@example.org\n',
    'home/.ssh/id_ed25519': secret,
    'home/.aws/credentials': secret,
    'home/.npmrc': `registry=http://127.0.0.1:9/mirror\n//127.0.0.1:9/:_authToken=${secret}\nproxy=http://u:${secret}@127.0.0.1:9\n`,
    'home/.config/gh/hosts.yml': secret,
    'home/.config/editor/settings': 'tabs',
    'repo/README.md': 'read me\n',
    'repo/.wiggum/events/run.jsonl': `${secret}\n`,
    'repo/.wiggum/state/inbox/run/keep': '',
    'wiggum/0123456789abcdef/run/maker/file': 'own\n',
    'wiggum/0123456789abcdef/other/maker/file': `${secret}\n`,
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(place(path)), { recursive: true })
    writeFileSync(place(path), content)
  }
  return {
    dir,
    home: place('home'),
    repo: place('repo'),
    workspace: place('wiggum/0123456789abcdef/run/maker'),
    other: place('wiggum/0123456789abcdef/other/maker'),
    secret,
    env: { PATH, HOME: place('home'), LC_ALL: 'C.UTF-8' },
    end: () => rmSync(dir, { recursive: true, force: true }),
  }
}

interface Wish {
  network?: Network
  write?: string[]
  read?: string[]
  copies?: string[]
  wallMs?: number
  graceMs?: number
  signal?: AbortSignal
  env?: Record<string, string>
}

/** As a run boxes it: the repository for reading, wiggum's own folders hidden. */
export function boxOf(site: Site, wish: Wish = {}) {
  return surveyBox({
    workspace: site.workspace,
    scratch: join(site.dir, 'wiggum/0123456789abcdef/run/.box/maker'),
    caches: join(site.dir, 'wiggum/0123456789abcdef/run/.box/caches'),
    env: { ...site.env, ...wish.env },
    program: [process.execPath],
    write: wish.write ?? [],
    read: [site.repo, ...(wish.read ?? [])],
    hide: [join(site.dir, 'wiggum'), join(site.repo, '.wiggum')],
    copies: wish.copies ?? [],
    network: wish.network ?? 'all',
    domains: [],
  })
}

export interface Ran extends ProcessResult {
  text: string
}

/** Runs a shell script in the box, under the supervisor, and keeps what it printed. */
export async function runIn(sandbox: Sandbox, site: Site, script: string, wish: Wish = {}): Promise<Ran> {
  const lines: string[] = []
  const program = { file: '/bin/sh', args: ['-c', script], env: { ...site.env, ...wish.env } }
  const open = Array.isArray(wish.network) ? await openPorts(wish.network) : null
  const box = { ...boxOf(site, wish), ports: open?.folder ?? null }
  furnish(sandbox, box, wish.copies ?? [])
  const result = await superviseProcess({
    ...enclose(sandbox, program, box),
    keeper: sandbox.name !== 'none',
    cwd: site.workspace,
    stdin: null,
    idleMs: null,
    wallMs: wish.wallMs ?? 60_000,
    graceMs: wish.graceMs ?? 2_000,
    leash: `box-${randomUUID()}`,
    rawPath: null,
    onLine: (line) => lines.push(line),
    ...(wish.signal ? { signal: wish.signal } : {}),
  })
  open?.close()
  return { ...result, text: `${lines.join('\n')}\n${result.stderrTail}` }
}

export const NONE = NO_SANDBOX

/** `null` where it does not work; an error where everything must. */
export const bubblewrap = await working(probeBubblewrap(PATH))
export const srt = await working(probeSrt(PATH))

async function working(probing: Promise<Probe>): Promise<Sandbox | null> {
  const probe = await probing
  if (probe.ok) return probe.sandbox
  if (process.env.WIGGUM_TEST_REQUIRE_ALL) throw new Error(`${probe.problem}. ${probe.fix}`)
  return null
}

/** A server on the loopback address that counts who came. */
export async function listen(at: number | string): Promise<{ server: Server; port: number; seen(): number }> {
  let seen = 0
  const server = createServer((socket) => {
    seen += 1
    socket.end('hello\n')
  })
  await new Promise<void>((done) => {
    if (typeof at === 'string') server.listen(at, done)
    else server.listen(at, '127.0.0.1', done)
  })
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return { server, port, seen: () => seen }
}
