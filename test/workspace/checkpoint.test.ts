import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rescueWorkspace } from '../../src/workspace/rescue.ts'
import { collect, createWorkspace } from '../../src/workspace/workspace.ts'
import { commitAll, repositoriesEndWithTheirTest, scene, sh, write } from './fixture.ts'

repositoriesEndWithTheirTest()

async function maker() {
  const made = await scene({ 'a.txt': 'one\n' })
  return { ...made, workspace: await createWorkspace(made.vault, 'maker', made.base, 'wiggum/x') }
}

describe('a snapshot of a workspace', () => {
  test('may be taken while the work is being taken over', async () => {
    const { vault, workspace, base } = await maker()
    for (const round of [1, 2, 3]) {
      write(workspace.dir, { [`committed${round}.txt`]: 'c' })
      commitAll(workspace.dir, `mine ${round}`)
    }
    write(workspace.dir, { 'open.txt': 'o' })
    const looks = [1, 2, 3].map(() => rescueWorkspace(vault, workspace, base))
    const taken = await collect(vault, workspace, base, 'maker')
    expect(taken).toMatchObject({ ok: true, commits: 4, historyRewritten: false, tookAlong: ['open.txt'] })
    const saved = await Promise.all(looks)
    const refs = saved.flatMap((each) => each?.ref ?? [])
    expect(new Set(refs)).toEqual(new Set([`refs/wiggum/rescue/${vault.run}/1`]))
    expect(saved.find(Boolean)?.commit).toBe(taken.ok && taken.head)
  })

  test('may be taken while an agent writes and commits, and leaves its index alone', async () => {
    const { vault, workspace, base } = await maker()
    const script =
      'for n in $(seq 40); do echo $n > f$n.txt; git add f$n.txt; git commit -qm $n; rm -f gone; echo $n > gone; done; echo staged > s.txt; git add s.txt'
    const agent = spawn('sh', ['-ec', script], { cwd: workspace.dir, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    agent.stderr.on('data', (chunk) => {
      said += chunk
    })
    const ended = once(agent, 'close')
    const looks: Awaited<ReturnType<typeof rescueWorkspace>>[] = []
    while (agent.exitCode === null) looks.push(await rescueWorkspace(vault, workspace, base))
    await ended
    expect({ code: agent.exitCode, said }).toEqual({ code: 0, said: '' })
    expect(looks.length).toBeGreaterThan(0)
    const index = readFileSync(join(workspace.dir, '.git/index'))
    // The one before may have come after the agent's last write: then all of it is on a ref already.
    const last = (await rescueWorkspace(vault, workspace, base)) ?? looks.findLast(Boolean)
    expect(readFileSync(join(workspace.dir, '.git/index')).equals(index)).toBe(true)
    expect(sh(workspace.dir, 'diff', '--cached', '--name-only').trim()).toBe('s.txt')
    expect(last?.files).toBe(42)
  })
})
