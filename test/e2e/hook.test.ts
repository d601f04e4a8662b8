import { spawn, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { ended, WIGGUM } from '../support/cli.ts'

const env = { PATH: process.env.PATH ?? '', WIGGUM_GATES: '{}', WIGGUM_WORKSPACE: '/work/space' }

function hook(input: string | Buffer, args = ['pre-tool']) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [WIGGUM, 'hook', ...args], { env, input })
  return { status, stdout: stdout.toString(), stderr: stderr.toString() }
}

const before = (command: string) =>
  JSON.stringify({ tool_name: 'Bash', tool_input: { command }, cwd: '/work/space' })

test('a command that reaches beyond the workspace is denied, any other is left to the host', () => {
  expect(JSON.parse(hook(before('git push --force')).stdout)).toMatchObject({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' },
  })
  expect(hook(before('npm test'))).toEqual({ status: 0, stdout: '', stderr: '' })
})

test.each([
  ['nothing', ''],
  ['no JSON', 'garbage'],
  ['bytes that are no text', Buffer.from([0xff, 0x00, 0xc3, 0x28])],
  ['10 MB', Buffer.alloc(10 * 1024 * 1024, 'x')],
])('%s on its input: it says nothing and ends with 0', (_name, input) => {
  expect(hook(input)).toEqual({ status: 0, stdout: '', stderr: '' })
})

test('an input that never ends is not waited for', async () => {
  const child = spawn(process.execPath, [WIGGUM, 'hook', 'pre-tool'], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => {})
  child.stdin.write('{')
  expect(await ended(child)).toEqual({ code: 0, stdout: '', stderr: '' })
})

test('a hook that is not there is said in one sentence', () => {
  const { status, stderr } = hook('', ['nonsense'])
  expect(status).toBe(2)
  expect(stderr).toMatch(/^wiggum: There is no hook "nonsense"\. Known are session-start, .*post-tool\.\n$/)
})
