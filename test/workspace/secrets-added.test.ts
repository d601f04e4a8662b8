import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { secretsAdded } from '../../src/workspace/secrets-added.ts'
import { commitAll, repositoriesEndWithTheirTest, scene, sh, write } from './fixture.ts'

repositoriesEndWithTheirTest()

const token = () => `ghp_${randomBytes(18).toString('hex')}`

/** As `ssh-keygen -t ed25519` writes it: the first line is the same in all of them. */
function sshKey(): string {
  const first = 'b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW'
  const body = randomBytes(210).toString('base64').replaceAll(/.{70}/g, '$&\n')
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${first}\n${body}\n-----END OPENSSH PRIVATE KEY-----\n`
}

/** What is seen in one commit on top of a base with these files. */
async function seenIn(base: Record<string, string>, added: Record<string, string>) {
  const made = await scene({ 'a.txt': 'one\n', ...base })
  write(made.root, added)
  const commit = commitAll(made.root, 'more')
  return secretsAdded(made.vault, { base: made.base, commit, ignored: [] })
}

describe('a secret that the base does not have', () => {
  test('is seen where the base has a key of the same kind', async () => {
    const seen = await seenIn({ 'test/key': sshKey() }, { 'deploy/key': sshKey() })
    expect(seen).toMatchObject([{ file: 'deploy/key', line: 1, kind: 'a private key' }])
  })

  test('is seen behind more of the base’s own than are told', async () => {
    const old = Array.from({ length: 60 }, token).join('\n')
    const seen = await seenIn({ 'fixtures.txt': old }, { 'a/fixtures.txt': old, 'z.txt': token() })
    expect(seen).toMatchObject([{ file: 'z.txt', kind: 'a GitHub token' }])
  })

  test('is seen in the name of whoever committed', async () => {
    const { vault, root, base } = await scene({ 'a.txt': 'one\n' })
    const env = { ...process.env, GIT_COMMITTER_NAME: token(), GIT_COMMITTER_EMAIL: 'a@example.org' }
    execFileSync('git', ['commit', '-q', '--allow-empty', '-m', 'x'], { cwd: root, env })
    const commit = sh(root, 'rev-parse', 'HEAD')
    const seen = await secretsAdded(vault, { base, commit, ignored: [] })
    expect(seen.map(({ kind }) => kind)).toEqual(['a GitHub token'])
  })
})

test('a key of the base that was moved and indented is none', async () => {
  const key = sshKey()
  expect(await seenIn({ 'test/key': key }, { 'test/keys.yaml': key.replaceAll(/^/gm, '  ') })).toEqual([])
})
