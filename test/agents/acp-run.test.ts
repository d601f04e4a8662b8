import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { demoProject } from '../../src/agents/scripted/demo-project.ts'
import { loggedOf, merges, worldKeeper } from '../e2e/run-log.ts'
import { type World, wiggum } from '../support/cli.ts'
import { honest, TASK } from '../support/scenarios.ts'
import { PEER, type PeerScenario } from './acp-peer/play.ts'

/** Whole runs of the built program with an agent that is configuration alone. */

const worlds = worldKeeper()
afterAll(worlds.end)

type Turn = ReturnType<typeof honest>['roles'][string][number]

/** The honest scripted player of a role, as the peer would play it. */
function peerTurn({ edits = [], output = '', contract }: Turn) {
  const files = new Map<string, string>(Object.entries(demoProject))
  for (const { path, append, replace, write } of edits) {
    const before = files.get(path) ?? ''
    const changed = replace ? before.replace(replace[0], () => replace[1]) : before + (append ?? '')
    files.set(path, write ?? changed)
  }
  const written = [...new Set(edits.map(({ path }) => path))]
  return [
    { text: 'I look at it first.' },
    ...written.map((path) => ({ write: { path, content: files.get(path) } })),
    { text: `${output}\n\n\`\`\`wiggum\n${JSON.stringify(contract)}\n\`\`\`\n` },
    { end: { stopReason: 'end_turn', usage: { inputTokens: 90, outputTokens: 10, totalTokens: 100 } } },
  ]
}

function honestPeer(): PeerScenario {
  const roles = Object.entries(honest().roles)
  return { turns: Object.fromEntries(roles.map(([role, turns]) => [role, peerTurn(turns[0]!)])) }
}

function setPeer(world: World, scenario: PeerScenario): string[] {
  const path = join(world.dir, 'peer.json')
  writeFileSync(path, JSON.stringify(scenario))
  return [process.execPath, PEER, path, join(world.dir, 'heard.jsonl')]
}

function configure(world: World, command: string[]): void {
  world.write('.wiggum/config.yaml', stringify({ acp: { peer: { command } } }))
}

test('an agent that is only in the configuration makes, reviews and lands', async () => {
  const world = worlds.fresh()
  configure(world, setPeer(world, honestPeer()))
  const run = await wiggum(world, ['run', TASK, '--strategy', 'pipeline', '--agent', 'acp:peer'])
  expect(run.stderr + run.stdout).toContain('peer')
  expect(run.code).toBe(0)
  expect(merges(world)).toHaveLength(1)
  expect(world.git('show', 'HEAD:src/slugify.js')).toContain("replace(/^-+|-+$/g, '')")
  const ended = loggedOf(world, 'agent.complete')
  expect(ended.length).toBeGreaterThan(1)
  for (const { data } of ended) {
    expect(data.usage).toMatchObject({ input_tokens: 90, output_tokens: 10 })
    expect(data.session).toBe('peer-1')
  }
})

test('a run that goes on uses the agent as it was when the run began', { tags: 'deep' }, async () => {
  const world = worlds.fresh()
  const noLogin = { 'session/new': { code: -32000, message: 'Authentication required' } }
  configure(world, setPeer(world, { errors: noLogin }))
  const first = await wiggum(world, ['run', TASK, '--strategy', 'pipeline', '--agent', 'acp:peer'])
  expect(first.code).toBe(4)
  expect(first.stdout + first.stderr).toContain('log in')
  configure(world, ['/nowhere/to/be/found'])
  setPeer(world, honestPeer())
  const second = await wiggum(world, ['resume'])
  expect(second.stderr).toBe('')
  expect(second.code).toBe(0)
  expect(merges(world)).toHaveLength(1)
})

test.each([
  [
    'acp:nobody',
    /there is no agent named "acp:nobody"; known are .*acp:gemini.*acp:peer|acp:peer.*acp:gemini/,
    2,
  ],
  ['acp:peer', /peer \(the program `\/nowhere\/agent`\) is not there, or no program.*config\.yaml/is, 4],
  [
    'acp:gemini',
    /Gemini CLI \(the program `gemini`\) is not on the PATH.*npm install -g @google\/gemini-cli/s,
    4,
  ],
])('--agent %s says in a sentence what is wrong and what to do', async (agent, sentence, code) => {
  const world = worlds.fresh()
  configure(world, ['/nowhere/agent', '--acp'])
  const run = await wiggum(world, ['run', TASK, '--agent', agent])
  expect(run.stderr).toMatch(sentence)
  expect(run.code).toBe(code)
})
