import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asList, asObject, asText } from '../../src/agents/json-value.ts'
import { hooksFor } from '../../src/cli/plugin/host-hooks.ts'

/** The files of plugin/, as hosts read them. */

const read = (path: string) => readFileSync(path, 'utf8')
const json = (path: string) => JSON.parse(read(path))

/** What each event of a host's is called by us. A tool that failed is one that was used. */
const CLAUDE = {
  SessionStart: 'session-start',
  UserPromptSubmit: 'prompt',
  PreToolUse: 'pre-tool',
  PostToolUse: 'post-tool',
  PostToolUseFailure: 'post-tool',
  Stop: 'stop',
  PreCompact: 'pre-compact',
  SessionEnd: 'session-end',
}
const { PostToolUseFailure: _, ...CODEX } = CLAUDE

function handlers(path: string) {
  const hooks = Object.entries(asObject(json(path).hooks) ?? {})
  return hooks.flatMap(([event, groups]) =>
    asList(groups).flatMap((group) => {
      const { matcher, hooks = [] } = asObject(group) ?? {}
      return asList(hooks).map((each) => ({ event, matcher, ...asObject(each) }))
    }),
  ) as { event: string; matcher?: string; type: string; command: string; timeout: number }[]
}

test.each([
  ['plugin/hooks/hooks.json', CLAUDE],
  ['plugin/codex/hooks.json', CODEX],
])('%s calls the script at every event, and no other', (path, events) => {
  const found = handlers(path)
  expect(Object.fromEntries(found.map(({ event, command }) => [event, command]))).toEqual(
    Object.fromEntries(
      Object.entries(events).map(([event, ours]) => [
        event,
        `sh "\${CLAUDE_PLUGIN_ROOT}/hook.sh" ${ours} || :`,
      ]),
    ),
  )
  expect(found.every(({ type, timeout }) => type === 'command' && timeout > 0)).toBe(true)
  const of = (event: string) => found.find((each) => each.event === event)!
  expect(of('Stop').timeout).toBe(3600)
  for (const tool of ['Bash', 'Write', 'Edit']) expect(of('PreToolUse').matcher?.split('|')).toContain(tool)
  // All tools: what an agent does counts, whatever it does it with.
  expect(of('PostToolUse').matcher).toBeUndefined()
})

test('Codex allows a session’s end three seconds, and complains about more', () => {
  const end = handlers('plugin/codex/hooks.json').find(({ event }) => event === 'SessionEnd')
  expect(end?.timeout).toBeLessThanOrEqual(3)
})

test('the script’s path is filled in as one word for a shell', () => {
  const { Stop } = hooksFor(readFileSync('plugin/codex/hooks.json'), "/it's a $(path)/hook.sh")
  expect(JSON.stringify(Stop)).toContain(
    JSON.stringify("sh '/it'\\''s a $(path)/hook.sh' stop || :").slice(1, -1),
  )
})

test('the manifests name the plugin, its version and its folder', () => {
  const manifest = json('plugin/.claude-plugin/plugin.json')
  expect(manifest).toMatchObject({ name: 'wiggum', version: json('package.json').version })
  const market = json('plugin/.claude-plugin/marketplace.json')
  expect(market).toMatchObject({ name: 'wiggum', owner: { name: expect.any(String) } })
  expect(market.plugins).toMatchObject([{ name: 'wiggum', source: './' }])
})

test('the commands are words for the agent, without any shell', () => {
  const names = readdirSync('plugin/commands')
  expect(names.sort()).toEqual(['cancel.md', 'loop.md', 'status.md'])
  for (const name of names) {
    const { head, body } = parts(join('plugin/commands', name))
    expect(head, name).toMatch(/^description: \S/m)
    expect(head, name).not.toContain('allowed-tools')
    // "!`command`" and "```!" are run before the agent sees anything.
    expect(body, name).not.toMatch(/`|!|\$\(|\bwiggum (hook|stop)\b/)
    expect(body.includes('$ARGUMENTS'), name).toBe(name === 'loop.md')
  }
})

test('the skill says when it is for, and what the loop is', () => {
  const { head, body } = parts('plugin/skills/wiggum/SKILL.md')
  expect(head).toMatch(/^name: wiggum$/m)
  const description = asText(/^description: (.+)$/m.exec(head)?.[1]) ?? ''
  expect(description.length).toBeGreaterThan(40)
  expect(description.length).toBeLessThan(1024)
  for (const word of ['pass', 'proven', '<promise>', '/wiggum:cancel', 'wiggum stop'])
    expect(body, word).toContain(word)
})

function parts(path: string): { head: string; body: string } {
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]+)$/.exec(read(path))
  if (!match) throw new Error(`${path} has no head`)
  return { head: match[1]!, body: match[2]! }
}

test('the package brings the plugin along', () => {
  expect(json('package.json').files).toContain('plugin')
  expect(existsSync('plugin/hook.sh')).toBe(true)
})
