import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pushRefs, pushWork } from '../../src/workspace/push.ts'
import { until } from '../runtime/fixtures/processes.ts'
import {
  commitAll,
  makeUserRepository,
  opened,
  repositoriesEndWithTheirTest,
  sh,
  temporary,
  write,
} from './fixture.ts'

repositoriesEndWithTheirTest()

const OURS = { target: 'main', prefix: 'wiggum/' }
const sender = { env: {} }

/** `main` and a run's branch, and a remote that has the first `main`. */
async function pushed() {
  const root = makeUserRepository()
  const remote = join(temporary(), 'remote.git')
  sh(root, 'init', '-q', '--bare', '-b', 'main', remote)
  sh(root, 'remote', 'add', 'origin', remote)
  sh(root, 'push', '-q', '-u', 'origin', 'main')
  sh(root, 'branch', 'wiggum/x')
  write(root, { 'a.txt': 'two\n' })
  commitAll(root, 'second')
  const heads = () => sh(remote, 'for-each-ref', '--format=%(refname:short) %(objectname)').split('\n')
  return { root, heads, repo: await opened(root) }
}

describe('a push', () => {
  test('sends the target and the runs’ branches under their own names', async () => {
    const { root, repo, heads } = await pushed()
    expect(await pushWork(repo, OURS, sender)).toEqual({
      ok: true,
      what: 'pushed main to origin; pushed wiggum/* to origin',
    })
    expect(heads()).toEqual(['main', 'wiggum/x'].map((name) => `${name} ${sh(root, 'rev-parse', name)}`))
  })

  test('of a target alone is one too', async () => {
    const { root, repo } = await pushed()
    sh(root, 'branch', '-D', 'wiggum/x')
    expect(await pushWork(repo, OURS, sender)).toMatchObject({ ok: true })
  })

  test('never moves a branch of another name', async () => {
    const { root, repo, heads } = await pushed()
    const before = heads()
    sh(root, 'checkout', '-q', '-b', 'feature', '--track', 'origin/main')
    commitAll(root, 'third')
    const what = 'the upstream of feature has another name, main, so nothing was pushed'
    expect(await pushWork(repo, { ...OURS, target: 'feature' }, sender)).toEqual({ ok: false, what })
    const refs = ['refs/heads/wiggum/x']
    expect(await pushRefs(repo, { target: 'feature', refs }, sender)).toEqual({ ok: false, what })
    expect(heads()).toEqual(before)
  })

  test('never moves a branch of this repository', async () => {
    const { root, repo } = await pushed()
    sh(root, 'checkout', '-q', '-b', 'feature', '--track', 'main')
    const before = sh(root, 'rev-parse', 'main')
    commitAll(root, 'third')
    expect(await pushWork(repo, { ...OURS, target: 'feature' }, sender)).toEqual({
      ok: false,
      what: 'the upstream of feature is a branch of this repository, so nothing was pushed',
    })
    expect(sh(root, 'rev-parse', 'main')).toBe(before)
  })

  test('of a target that is behind tells so, and that the runs’ branches got there', async () => {
    const { root, repo, heads } = await pushed()
    sh(root, 'push', '-q', 'origin', 'main')
    sh(root, 'reset', '-q', '--hard', 'HEAD~1')
    commitAll(root, 'another second')
    const { ok, what } = await pushWork(repo, OURS, sender)
    expect(ok).toBe(false)
    expect(what).toMatch(/^main: git could not push to origin: .+; pushed wiggum\/\* to origin$/)
    expect(heads()).toContain(`wiggum/x ${sh(root, 'rev-parse', 'wiggum/x')}`)
  })

  test('uses the user’s own ssh command', async () => {
    const { root, repo } = await pushed()
    sh(root, 'remote', 'set-url', 'origin', 'ssh://nobody@127.0.0.1:1/x.git')
    sh(root, 'config', 'core.sshCommand', `echo theirs > ${join(root, 'said')}; false`)
    expect(await pushRefs(repo, { target: 'main', refs: ['refs/heads/main'] }, sender)).toMatchObject({
      ok: false,
    })
    expect(readFileSync(join(root, 'said'), 'utf8')).toBe('theirs\n')
  })

  test('ends when the run is stopped, also before it began', async () => {
    const { root, repo, heads } = await pushed()
    const before = heads()
    const abort = new AbortController()
    const stoppable = { env: {}, signal: abort.signal }
    const wish = { target: 'main', refs: ['refs/heads/wiggum/x'] }
    // It stands for a remote that never answers, and says that it was reached.
    sh(root, 'config', 'remote.origin.receivepack', `touch ${join(root, 'reached')}; sleep 1000; true`)
    const stopped = pushRefs(repo, wish, stoppable)
    expect(await until(() => existsSync(join(root, 'reached')))).toBe(true)
    abort.abort('SIGINT')
    const end = { ok: false, what: 'the push of wiggum/x to origin was stopped' }
    expect(await stopped).toEqual(end)
    expect(await pushRefs(repo, wish, stoppable)).toEqual(end)
    expect(heads()).toEqual(before)
  })
})
