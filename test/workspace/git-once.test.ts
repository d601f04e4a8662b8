import { expect, test } from 'vitest'
import { gitAbout, gitOnce } from '../../src/workspace/git.ts'
import { readBlob, writeBlob } from '../../src/workspace/objects.ts'
import { repositoriesEndWithTheirTest, scene } from './fixture.ts'

repositoriesEndWithTheirTest()

const COMMIT = 'a'.repeat(40)

test('a question about an object is asked once; one that failed is asked again', async () => {
  const { vault } = await scene({ 'a.txt': 'one\n' })
  const oid = '56a6051ca2b02b04ef92d5150c9ef600403cb1de'
  const ask = () => gitOnce(vault.dir, ['cat-file', 'blob', oid])
  expect((await ask()).code).not.toBe(0)
  expect(await writeBlob(vault.dir, Buffer.from('1'))).toBe(oid)
  const answer = await ask()
  expect(answer.stdout.toString()).toBe('1')
  expect(await ask()).toBe(answer)
})

test('a long answer is not kept', async () => {
  const { vault, base } = await scene({ 'long.txt': 'x'.repeat(70_000) })
  const ask = () => readBlob(vault.dir, base, 'long.txt')
  expect(await ask()).not.toBe(await ask())
})

test('a name that may come to mean another commit is asked about every time', () => {
  expect(gitAbout(COMMIT)).toBe(gitOnce)
  expect(gitAbout(COMMIT, 'HEAD')).not.toBe(gitOnce)
  expect(gitAbout(COMMIT.slice(1))).not.toBe(gitOnce)
})
