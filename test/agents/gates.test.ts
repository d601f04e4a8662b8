import { describe, expect, test } from 'vitest'
import { judgeCall, type Rights } from '../../src/agents/acp/permission.ts'
import { createToolCalls, type ToolCall } from '../../src/agents/acp/tool-calls.ts'
import { createTurn } from '../../src/agents/acp/turn.ts'
import { claude } from '../../src/agents/claude.ts'
import { claudeReader } from '../../src/agents/claude-stream.ts'
import { gatesOf, gatesVariable } from '../../src/agents/gates.ts'
import { preToolAnswer } from '../../src/agents/pre-tool.ts'
import type { Leave } from '../../src/policy/destructive/operation.ts'
import { flagValue, request } from './agent-request.ts'

const OUT = { kind: 'delete', what: '/srv/x' } as const
const leave: Leave = { kinds: [], operations: [OUT] }
const rm = { kind: 'execute', rawInput: { command: 'rm -rf /srv/x' } }

describe('an agent that asks over ACP', () => {
  const call = (update: Record<string, unknown>): ToolCall =>
    createToolCalls().learn({ toolCallId: 't', ...update })!
  const judge = (update: Record<string, unknown>, rights: Partial<Rights> = {}) =>
    judgeCall(call(update), { writes: true, workspace: '/work/space', ...rights })

  test('is refused what reaches beyond the workspace, unless that very thing or its kind is allowed', () => {
    expect(judge(rm)).toEqual({ allowed: false, operations: [OUT] })
    expect(judge(rm, { leave }).allowed).toBe(true)
    expect(judge(rm, { leave: { kinds: ['delete'], operations: [] } }).allowed).toBe(true)
    const two = { kind: 'execute', rawInput: { command: 'rm -rf /srv/x /srv/y' } }
    expect(judge(two, { leave }).allowed).toBe(false)
  })

  test('deletes by path only inside, or what is allowed', () => {
    const deletes = (path: string) => ({ kind: 'delete', locations: [{ path }] })
    expect(judge(deletes('a'))).toEqual({ allowed: true, operations: [] })
    expect(judge(deletes('/srv/x'))).toEqual({ allowed: false, operations: [OUT] })
    expect(judge(deletes('/srv/x'), { leave }).allowed).toBe(true)
    expect(judge({ kind: 'delete' }).allowed).toBe(false)
  })

  test('is not asked about where it may not write at all', () => {
    expect(judge(rm, { writes: false, leave })).toEqual({ allowed: false, operations: [] })
  })

  test('has the folder for temporary files for its own in a sandbox', () => {
    const temporary = { kind: 'execute', rawInput: { command: 'rm -rf /tmp/x' } }
    expect(judge(temporary).allowed).toBe(false)
    expect(judge(temporary, { boxed: true })).toEqual({ allowed: true, operations: [] })
  })

  test('leaves the question as a fact, beside the answer', () => {
    const options = [
      { optionId: 'y', kind: 'allow_once' },
      { optionId: 'n', kind: 'reject_once' },
    ]
    const asks = { toolCall: { toolCallId: 't', ...rm }, options }
    const refused = createTurn(request()).permission(asks)
    expect(refused.answer).toEqual({ outcome: { outcome: 'selected', optionId: 'n' } })
    expect(refused.events).toContainEqual({ kind: 'asked', operation: OUT, allowed: false })
    const allowed = createTurn(request({ leave })).permission(asks)
    expect(allowed.answer).toEqual({ outcome: { outcome: 'selected', optionId: 'y' } })
    expect(allowed.events).toContainEqual({ kind: 'asked', operation: OUT, allowed: true })
  })
})

describe('the variable that a program gets', () => {
  test('comes out as it went in', () => {
    const env = { ...gatesVariable({ workspace: '/w', boxed: true, leave }), WIGGUM_WORKSPACE: '/w' }
    expect(gatesOf(env, '/elsewhere')).toEqual({
      place: { workspace: '/w', own: ['/tmp', '/var/tmp'] },
      leave,
    })
  })

  test.each([undefined, '', 'nonsense', '[]', '{"kinds":1,"operations":[1,{"kind":2}]}'])(
    'allows nothing when it says %s',
    (value) => {
      const env = value === undefined ? {} : { WIGGUM_GATES: value }
      expect(gatesOf(env, '/w')).toEqual({
        place: { workspace: '/w', own: [] },
        leave: { kinds: [], operations: [] },
      })
    },
  )
})

describe('the hook of Claude Code', () => {
  const env = (over: Leave = { kinds: [], operations: [] }) => ({
    ...gatesVariable({ workspace: '/w', leave: over }),
    WIGGUM_WORKSPACE: '/w',
  })
  const input = (command: string, cwd = '/w') =>
    JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, cwd })

  test('denies what reaches beyond the workspace, in the words the host understands', () => {
    const said = JSON.parse(preToolAnswer(input('rm -rf /srv/x'), env()) ?? '{}')
    expect(said.hookSpecificOutput).toMatchObject({
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining('delete: /srv/x'),
    })
  })

  test('says nothing to what stays inside, or is allowed', () => {
    expect(preToolAnswer(input('rm -rf dist'), env())).toBeNull()
    expect(preToolAnswer(input('rm -rf /srv/x'), env(leave))).toBeNull()
  })

  test('knows where the shell of the agent is', () => {
    expect(preToolAnswer(input('rm -rf ../x', '/w/src'), env())).toBeNull()
    expect(preToolAnswer(input('rm -rf ../x', '/w'), env())).toContain('/x')
  })

  test.each(['', 'nonsense', '{}', '[]', '{"tool_input":{"command":7}}'])('says nothing to %s', (given) => {
    expect(preToolAnswer(given, env())).toBeNull()
  })

  test('says nothing outside a run', () => {
    expect(preToolAnswer(input('rm -rf /srv/x'), {})).toBeNull()
  })

  test('is set for who writes, and for nobody else', () => {
    const found = { ok: true, file: 'claude', version: null } as const
    const { args, env: given } = claude.launch(request({ leave }), found)
    expect(JSON.parse(flagValue(args, '--settings') ?? '{}')).toMatchObject({
      hooks: {
        PreToolUse: [{ matcher: 'Bash', hooks: [{ command: expect.stringMatching(/hook pre-tool$/) }] }],
      },
    })
    expect(gatesOf(given, '/w').leave).toEqual(leave)
    const reads = claude.launch(request({ writes: false }), found)
    expect(reads.args).not.toContain('--settings')
    expect(reads.env).not.toHaveProperty('WIGGUM_GATES')
  })
})

describe('Claude Code’s stream', () => {
  const use = {
    type: 'assistant',
    message: {
      content: [{ type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'rm -rf /srv/x' } }],
    },
  }
  const denied = { type: 'system', subtype: 'permission_denied', tool_name: 'Bash', tool_use_id: 'a' }
  const result = {
    type: 'result',
    subtype: 'success',
    result: 'done',
    permission_denials: [{ tool_name: 'Bash', tool_use_id: 'a' }],
  }
  const asked = (reader: ReturnType<typeof claudeReader>, ...lines: object[]) =>
    lines.flatMap((line) => reader.line(JSON.stringify(line))).filter(({ kind }) => kind === 'asked')

  test('tells what was refused, once, when it is told or at the end', () => {
    const fact = { kind: 'asked', operation: OUT, allowed: false }
    expect(asked(claudeReader({ request: request() }), use, denied, result)).toEqual([fact])
    expect(asked(claudeReader({ request: request() }), use, result)).toEqual([fact])
  })

  test('tells what was allowed, and nothing of what was simply done', () => {
    const fact = { kind: 'asked', operation: OUT, allowed: true }
    expect(asked(claudeReader({ request: request({ leave }) }), use)).toEqual([fact])
    const done = { ...result, permission_denials: [] }
    expect(asked(claudeReader({ request: request() }), use, done)).toEqual([])
    expect(asked(claudeReader({ request: request({ writes: false }) }), use, result)).toEqual([])
  })
})
