import { gitAsUser } from './git.ts'
import { readRef } from './publish.ts'
import type { Repository } from './repository.ts'

export interface Pushed {
  ok: boolean
  /** One sentence. */
  what: string
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

/** The target branch and the runs' branches to the target's upstream. Never forced, and nothing is asked. */
export async function pushWork(
  repo: Repository,
  { target, prefix }: { target: string; prefix: string },
  env: Record<string, string | undefined>,
): Promise<Pushed> {
  const remote = await setting(repo, `branch.${target}.remote`)
  const merge = await setting(repo, `branch.${target}.merge`)
  if (!remote || !merge) return { ok: false, what: `${target} has no upstream, so nothing was pushed` }
  const refspecs = [`refs/heads/${target}:${merge}`, `refs/heads/${prefix}*:refs/heads/${prefix}*`]
  return send(repo, { remote, refspecs, what: `${target} and ${prefix}*` }, env)
}

/** These refs, under their own names, to the target's upstream; those that are not there yet are left out. */
export async function pushRefs(
  repo: Repository,
  { target, refs }: { target: string; refs: string[] },
  env: Record<string, string | undefined>,
): Promise<Pushed> {
  const remote = await setting(repo, `branch.${target}.remote`)
  if (!remote) return { ok: false, what: `${target} has no upstream, so nothing was pushed` }
  const there: string[] = []
  for (const ref of refs) if ((await readRef(repo, ref)) !== null) there.push(ref)
  if (there.length === 0) return { ok: true, what: 'there is nothing to push yet' }
  const refspecs = there.map((ref) => `${ref}:${ref}`)
  return send(repo, { remote, refspecs, what: there.map(shortName).join(', ') }, env)
}

async function send(
  repo: Repository,
  { remote, refspecs, what }: { remote: string; refspecs: string[]; what: string },
  env: Record<string, string | undefined>,
): Promise<Pushed> {
  const result = await gitAsUser(repo.root, ['push', '--quiet', '--', remote, ...refspecs], {
    env: { GIT_SSH_COMMAND: 'ssh -oBatchMode=yes', ...given(env) },
    timeoutMs: TIMEOUT_MS,
  })
  if (result.code === 0) return { ok: true, what: `pushed ${what} to ${remote}` }
  const why = result.timedOut ? 'it took too long' : (result.stderr.trim().split('\n').at(-1) ?? '')
  return { ok: false, what: `git could not push to ${remote}: ${why}` }
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
