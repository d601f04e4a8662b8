import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { judgeCall, type Rights } from '../../src/agents/acp/permission.ts'
import { createToolCalls, type ToolCall } from '../../src/agents/acp/tool-calls.ts'
import { createTurn } from '../../src/agents/acp/turn.ts'
import { claude } from '../../src/agents/claude.ts'
import { claudeReader } from '../../src/agents/claude-stream.ts'
import { gatesOf, gatesVariable } from '../../src/agents/gates.ts'
import { preToolAnswer } from '../../src/agents/pre-tool.ts'
import { refusalLine, refusedIn } from '../../src/agents/refusal.ts'
import type { Leave, Operation } from '../../src/policy/destructive/operation.ts'
import { flagValue, request } from './agent-request.ts'

const OUT = { kind: 'delete', what: '/srv/x' } as const
const leave: Leave = { kinds: [], operations: [OUT] }
const rm = { kind: 'execute', rawInput: { command: 'rm -rf /srv/x' } }

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

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

  test.each(['cwd', 'workdir', 'directory', 'dir_path'])('is judged where its command runs (%s)', (key) => {
    const runs = (command: string, folder: unknown) =>
      judge({ kind: 'execute', rawInput: { command, [key]: folder } }).operations
    expect(runs('rm -rf x', '/srv')).toEqual([OUT])
    expect(runs('rm -rf ../x', 'src')).toEqual([])
    expect(runs('rm -rf ../x', '/work/space/src')).toEqual([])
    expect(runs('git push', '/work/space')).toEqual([{ kind: 'external', what: 'git push' }])
    for (const none of ['', null, 7]) expect(runs('rm -rf x', none)).toEqual([])
  })

  test('edits a workspace behind a link by either name', () => {
    const { physical, link } = linked()
    const edits = (path: string) =>
      judge({ kind: 'edit', locations: [{ path }] }, { workspace: link }).allowed
    expect([`${physical}/a`, `${link}/a`, 'a'].map(edits)).toEqual([true, true, true])
    expect([`${physical}/../a`, `${link}/../a`, '../a'].map(edits)).toEqual([false, false, false])
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
    const never: Leave['never'] = { kinds: ['external'], operations: [OUT] }
    const given = { ...leave, never }
    const env = { ...gatesVariable({ workspace: '/w', boxed: true, leave: given }), WIGGUM_WORKSPACE: '/w' }
    expect(gatesOf(env, '/elsewhere')).toEqual({
      place: { workspace: '/w', own: ['/tmp', '/var/tmp'] },
      leave: given,
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

  test('finds a workspace behind a link, whichever name is given', () => {
    const { physical, link } = linked()
    const given = { ...gatesVariable({ workspace: link }), WIGGUM_WORKSPACE: link }
    for (const cwd of [physical, link]) {
      for (const path of ['x', `${physical}/x`, `${link}/x`])
        expect(preToolAnswer(input(`rm -rf ${path}`, cwd), given)).toBeNull()
      // The stream reads the same from it.
      expect(reasonFor(input('rm -rf ../x', cwd), given)).toContain(`delete: ${dirname(physical)}/x)`)
    }
    const reader = claudeReader({ request: request({ workspace: link }) })
    expect(asked(reader, use('rm -rf ../x'), result)).toMatchObject([
      { operation: { kind: 'delete', what: `${dirname(physical)}/x` }, allowed: false },
    ])
  })

  test('finds it in a sandbox, too, where the link is not there', () => {
    const { physical, link } = linked()
    const given = { ...gatesVariable({ workspace: link }), WIGGUM_WORKSPACE: link }
    rmSync(dirname(link))
    expect(preToolAnswer(input('rm -rf x', physical), given)).toBeNull()
    expect(preToolAnswer(input('rm -rf ../x', physical), given)).not.toBeNull()
  })

  test('promises a question only where there will be one', () => {
    const two = input('rm -rf /srv/x && git push')
    const never = (...operations: Operation[]): Leave => ({
      kinds: [],
      operations: [],
      never: { kinds: ['external'], operations },
    })
    expect(reasonFor(input('git push'), env())).toContain('The user is asked')
    expect(reasonFor(input('git push'), env(never()))).not.toContain('asked')
    expect(reasonFor(input('git push'), env(never()))).toContain('refused for good (external: git push)')
    expect(reasonFor(two, env(never()))).toContain('(delete: /srv/x). The user is asked')
    expect(reasonFor(two, env(never()))).toContain('refused for good (external: git push)')
    expect(reasonFor(two, env(never(OUT)))).not.toContain('asked')
  })

  test('tells at the end of its reason what it refused', () => {
    const reason = reasonFor(input('rm -rf ../x; git push', '/srv'), env())
    expect(refusedIn(`PreToolUse:Bash hook error: ${reason}`)).toEqual([
      { kind: 'delete', what: '/x' },
      { kind: 'external', what: 'git push (in /srv)' },
    ])
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

const use = (command = 'rm -rf /srv/x') => ({
  type: 'assistant',
  message: { content: [{ type: 'tool_use', id: 'a', name: 'Bash', input: { command } }] },
})
const result = {
  type: 'result',
  subtype: 'success',
  result: 'done',
  permission_denials: [{ tool_name: 'Bash', tool_use_id: 'a' }],
}
const heard = (reader: ReturnType<typeof claudeReader>, ...lines: object[]) =>
  lines.flatMap((line) => reader.line(JSON.stringify(line)))
const asked = (...given: Parameters<typeof heard>) => heard(...given).filter(({ kind }) => kind === 'asked')

function reasonFor(input: string, env: Record<string, string>): string {
  return JSON.parse(preToolAnswer(input, env) ?? '{}').hookSpecificOutput?.permissionDecisionReason ?? ''
}

function linked(): { physical: string; link: string } {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'wiggum-gates-')))
  folders.push(dir)
  mkdirSync(join(dir, 'real/maker'), { recursive: true })
  symlinkSync(join(dir, 'real'), join(dir, 'link'))
  return { physical: join(dir, 'real/maker'), link: join(dir, 'link/maker') }
}

describe('Claude Code’s stream', () => {
  const denied = { type: 'system', subtype: 'permission_denied', tool_name: 'Bash', tool_use_id: 'a' }
  /** The hook knew that the shell was in another folder. */
  const MOVED = { kind: 'delete', what: '/elsewhere/x' } as const
  const reason = `PreToolUse:Bash hook error: No.\n${refusalLine([MOVED])}`
  const refused = (content: string, decision: string | null, is_error = true) => ({
    type: 'user',
    message: { content: [{ type: 'tool_result', tool_use_id: 'a', content, is_error }] },
    ...(decision ? { tool_result_meta: [{ id: 'a', permission_decision: { decision } }] } : {}),
  })
  const fresh = () => claudeReader({ request: request() })

  test('tells what was refused, once, when it is told or at the end', () => {
    const fact = { kind: 'asked', operation: OUT, allowed: false }
    expect(asked(fresh(), use(), denied, result)).toEqual([fact])
    expect(asked(fresh(), use(), result)).toEqual([fact])
    expect(asked(fresh(), use(), refused('No.', 'reject'))).toEqual([fact])
  })

  test.each(['rm -rf ../x', 'rm -rf x'])(
    'believes the hook about %s, which knows where the shell was',
    (line) => {
      const fact = { kind: 'asked', operation: MOVED, allowed: false }
      const told = { ...denied, message: reason }
      expect(asked(fresh(), use(line), told, refused(reason, null), result)).toEqual([fact])
      expect(asked(fresh(), use(line), refused(reason, 'reject'), result)).toEqual([fact])
      expect(asked(fresh(), use(line), refused(reason, null), result)).toEqual([fact])
      const all = heard(fresh(), use(line), refused(reason, 'reject'), result)
      expect(all.filter(({ kind }) => kind === 'denial')).toEqual([{ kind: 'denial', tool: 'Bash' }])
    },
  )

  test('believes nobody else: not what a command prints, nor a call that is not known', () => {
    const done = { ...result, permission_denials: [] }
    expect(asked(fresh(), use('cat log'), refused(reason, null), done)).toEqual([])
    expect(asked(fresh(), use('cat log'), refused(reason, 'accept'), done)).toEqual([])
    expect(asked(fresh(), use('cat log'), refused(reason, null, false), result)).toEqual([])
    expect(asked(fresh(), refused(reason, 'reject'), result)).toEqual([])
  })

  test.each([
    'wiggum-refused: ',
    'wiggum-refused: {"operations":[]}',
    'wiggum-refused: {"operations":[{"kind":"delete","what":"/x"},{"kind":"other","what":"/y"}]}',
    'wiggum-refused: {"operations":[{"kind":"delete"}]}',
    `${refusalLine([MOVED])}\nmore`,
    `said ${refusalLine([MOVED])}`,
  ])('reads %j as no list', (text) => {
    expect(refusedIn(text)).toBeNull()
  })

  test('tells what was allowed, and nothing of what was simply done', () => {
    const fact = { kind: 'asked', operation: OUT, allowed: true }
    expect(asked(claudeReader({ request: request({ leave }) }), use())).toEqual([fact])
    const done = { ...result, permission_denials: [] }
    expect(asked(claudeReader({ request: request() }), use(), done)).toEqual([])
    expect(asked(claudeReader({ request: request({ writes: false }) }), use(), result)).toEqual([])
  })
})
