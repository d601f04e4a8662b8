import { gitAsUser } from './git.ts'
import { readRef } from './publish.ts'
import type { Repository } from './repository.ts'

export interface Pushed {
  ok: boolean
  /** One sentence. */
  what: string
}

/** Whose push it is, and what ends it early. */
interface Sender {
  env: Record<string, string | undefined>
  signal?: AbortSignal
}

interface Load {
  remote: string
  /** Under their own names on both sides. */
  refs: string[]
}

const TIMEOUT_MS = 120_000
/** What a person's own push uses to reach the other side. */
const NEEDED = [
  'SSH_AUTH_SOCK',
  'GIT_SSH_COMMAND',
  'GIT_ASKPASS',
  'SSH_ASKPASS',
  'HTTPS_PROXY',
  'https_proxy',
]

/** The target branch, then the runs' branches, to the target's upstream. Never forced, and nothing is asked. */
export async function pushWork(
  repo: Repository,
  { target, prefix }: { target: string; prefix: string },
  sender: Sender,
): Promise<Pushed> {
  const { remote, merge, problem } = await upstreamOf(repo, target)
  if (problem !== null) return notPushed(problem)
  if (merge === null) return notPushed(`${target} has no upstream`)
  // One by one: a target that is behind must not hide that the runs' branches got there.
  const first = await send(repo, { remote, refs: [`refs/heads/${target}`] }, sender)
  const second = await send(repo, { remote, refs: [`refs/heads/${prefix}*`] }, sender)
  return { ok: first.ok && second.ok, what: `${first.what}; ${second.what}` }
}

/** These refs, under their own names, to the target's upstream; those that are not there yet are left out. */
export async function pushRefs(
  repo: Repository,
  { target, refs }: { target: string; refs: string[] },
  sender: Sender,
): Promise<Pushed> {
  const { remote, problem } = await upstreamOf(repo, target)
  if (problem !== null) return notPushed(problem)
  const there: string[] = []
  for (const ref of refs) if ((await readRef(repo, ref)) !== null) there.push(ref)
  if (there.length === 0) return { ok: true, what: 'there is nothing to push yet' }
  return send(repo, { remote, refs: there }, sender)
}

type Upstream =
  | { remote: string; merge: string | null; problem: null }
  | { remote: null; merge: null; problem: string }

/** Only the branch's own name on another side will do: under another name it would move somebody else's branch. */
async function upstreamOf(repo: Repository, target: string): Promise<Upstream> {
  const remote = await setting(repo, `branch.${target}.remote`)
  const merge = await setting(repo, `branch.${target}.merge`)
  const none = (problem: string): Upstream => ({ remote: null, merge: null, problem })
  if (!remote) return none(`${target} has no upstream`)
  if (remote === '.') return none(`the upstream of ${target} is a branch of this repository`)
  if (merge !== null && merge !== `refs/heads/${target}`)
    return none(`the upstream of ${target} has another name, ${shortName(merge)}`)
  return { remote, merge, problem: null }
}

function notPushed(problem: string): Pushed {
  return { ok: false, what: `${problem}, so nothing was pushed` }
}

async function send(repo: Repository, { remote, refs }: Load, { env, signal }: Sender): Promise<Pushed> {
  const refspecs = refs.map((ref) => `${ref}:${ref}`)
  const what = refs.map(shortName).join(', ')
  const result = await gitAsUser(repo.root, ['push', '--quiet', '--', remote, ...refspecs], {
    env: { ...(await silentSsh(repo)), ...given(env) },
    timeoutMs: TIMEOUT_MS,
    ...(signal ? { signal } : {}),
  })
  if (result.code === 0) return { ok: true, what: `pushed ${what} to ${remote}` }
  if (signal?.aborted) return { ok: false, what: `the push of ${what} to ${remote} was stopped` }
  const why = result.timedOut ? 'it took too long' : (result.stderr.trim().split('\n').at(-1) ?? '')
  return { ok: false, what: `${what}: git could not push to ${remote}: ${why}` }
}

/** Without a question, unless the user has a command of their own, which the variable would override. */
async function silentSsh(repo: Repository): Promise<Record<string, string>> {
  const own = await setting(repo, 'core.sshCommand')
  return own ? {} : { GIT_SSH_COMMAND: 'ssh -oBatchMode=yes' }
}

function shortName(ref: string): string {
  return ref.replace(/^refs\/heads\//, '')
}

async function setting(repo: Repository, name: string): Promise<string | null> {
  const result = await gitAsUser(repo.root, ['config', '--get', name])
  return result.code === 0 ? result.stdout.toString('utf8').trim() : null
}

function given(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(NEEDED.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
}
