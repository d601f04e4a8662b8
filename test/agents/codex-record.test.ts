import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AgentFailure } from '../../src/agents/agent.ts'
import { codexRecord } from '../../src/agents/codex-record.ts'
import { dayOfSession, recorded, session } from './codex-fixtures.ts'

const said: AgentFailure = { cause: 'connection', message: 'Codex reported: x', retryAt: null }
let home: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'wiggum-codex-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

function keep(lines: (object | string)[], day = dayOfSession): void {
  const folder = join(home, '.codex', 'sessions', ...day)
  mkdirSync(folder, { recursive: true })
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  writeFileSync(join(folder, `rollout-2026-11-15T12-58-46-${session}.jsonl`), `${text}\n`)
}

function read(
  failure: AgentFailure | null = said,
  changes: { session?: string; env?: Record<string, string>; began?: number } = {},
) {
  return codexRecord({ session, env: { HOME: home }, began: 0, failure, ...changes })
}

describe('what kind of failure it was', () => {
  test.each([
    [{ http_connection_failed: { http_status_code: 401 } }, 'authentication'],
    [{ http_connection_failed: { http_status_code: 529 } }, 'overload'],
    [{ http_connection_failed: { http_status_code: null } }, 'connection'],
    [{ response_too_many_failed_attempts: { http_status_code: 429 } }, 'limit'],
    [{ response_stream_disconnected: { http_status_code: null } }, 'connection'],
    ['usage_limit_exceeded', 'limit'],
    ['rate_limit_exceeded', 'limit'],
    ['unauthorized', 'authentication'],
    ['server_overloaded', 'overload'],
    ['context_window_exceeded', 'context'],
    ['model_not_found', 'model'],
    ['cyber_policy', 'refusal'],
    ['bad_request', 'error'],
  ])('%j is %s', async (info, cause) => {
    keep([recorded.turnStarts, recorded.turnFails(info)])
    expect((await read())?.failure).toMatchObject({ cause, retryAt: null })
  })

  test.each(['other', 'something_new', 'constructor', null, 42])(
    '%j says nothing, so the stream stands',
    async (info) => {
      keep([recorded.turnStarts, recorded.turnFails(info)])
      expect((await read())?.failure).toBeNull()
    },
  )

  test('a version that writes down no kinds: then nothing is known to pass by itself', async () => {
    keep([recorded.turnStarts])
    expect((await read())?.failure).toEqual({ ...said, cause: 'error' })
  })

  test('only the last turn counts', async () => {
    keep([recorded.turnStarts, recorded.turnFails('unauthorized'), recorded.turnStarts, recorded.turnEnds])
    expect((await read(null))?.failure).toBeNull()
  })

  test('VF6: the words of a failure decide nothing', async () => {
    keep([recorded.turnStarts, recorded.turnFails('bad_request', '401 usage_limit_exceeded 429')])
    expect((await read())?.failure?.cause).toBe('error')
  })

  test('a refused login says what to type', async () => {
    keep([recorded.turnStarts, recorded.turnFails('unauthorized', 'no key')])
    expect((await read())?.failure?.message).toBe(
      'Codex reported: no key; run `codex login`, or set CODEX_API_KEY',
    )
  })
})

describe('when a limit ends', () => {
  const at = (used_percent: number, resets_at: unknown) => ({ used_percent, window_minutes: 300, resets_at })

  test.each([
    [{ primary: at(100, 1_771_390_800), secondary: at(30, 1_900_000_000) }, '2026-02-18T05:00:00.000Z'],
    [{ primary: at(100, 1_771_390_800), secondary: at(100, 1_771_394_400) }, '2026-02-18T06:00:00.000Z'],
    [{ primary: at(99, 1_771_390_800), secondary: null }, null],
    [{ primary: at(100, -5), secondary: at(100, 'soon') }, null],
    [{}, null],
  ])('%j: %s', async (limits, retryAt) => {
    keep([recorded.turnStarts, recorded.limits(limits), recorded.turnFails('usage_limit_exceeded')])
    expect((await read())?.failure).toMatchObject({ cause: 'limit', retryAt })
  })
})

describe('what was used', () => {
  test('a continued conversation: this turn alone', async () => {
    const before = [
      recorded.turnStarts,
      recorded.tokens(100, 20),
      recorded.tokens(300, 60),
      recorded.turnEnds,
    ]
    const now = [recorded.turnStarts, recorded.tokens(400, 80), recorded.tokens(500, 100), recorded.turnEnds]
    keep([...before, ...now])
    expect((await read(null))?.usage).toMatchObject({
      input_tokens: 200,
      output_tokens: 40,
      cost_usd: null,
      turns: 2,
    })
  })

  test('a call that was cut off before its turn began: nothing of the earlier one', async () => {
    keep([recorded.turnStarts, recorded.tokens(100, 20), recorded.turnEnds])
    const began = Date.parse('2026-11-15T12:00:30Z')
    expect(await read(null, { began })).toBeNull()
    expect(await read(null, { began: began - 30_000 })).toMatchObject({ usage: { input_tokens: 100 } })
  })

  test('a call that was killed: what was answered until then', async () => {
    keep([recorded.turnStarts, recorded.conversation, recorded.tokens(100, 20), '{"type":"event_msg","pay'])
    expect((await read(null))?.usage).toMatchObject({ input_tokens: 100, output_tokens: 20, turns: 1 })
  })

  test('a request that was turned down used nothing; one that broke off is unknown', async () => {
    keep([recorded.turnStarts, recorded.turnFails('unauthorized')])
    expect((await read())?.usage).toMatchObject({ input_tokens: 0, output_tokens: 0, cost_usd: 0, turns: 0 })
    keep([recorded.turnStarts, recorded.turnFails('other')])
    expect((await read())?.usage).toBeNull()
  })
})

describe('where it is', () => {
  test.each([['14'], ['16']])('under a neighbouring day too, for another zone: %s', async (day) => {
    keep([recorded.turnStarts, recorded.turnFails('unauthorized')], ['2026', '11', day])
    expect((await read())?.failure?.cause).toBe('authentication')
  })

  test('in CODEX_HOME, where that is set', async () => {
    keep([recorded.turnStarts, recorded.turnFails('unauthorized')])
    const env = { HOME: '/nowhere', CODEX_HOME: join(home, '.codex') }
    expect((await read(said, { env }))?.failure?.cause).toBe('authentication')
  })

  test.each(['', 'not-an-id', '../../etc/passwd', 'ffffffff-ffff-7022-aacd-36e78f4cd727'])(
    'for the session %j there is none, and nothing is thrown',
    async (other) => {
      keep([recorded.turnStarts])
      expect(await read(said, { session: other })).toBeNull()
    },
  )
})

describe('how full the window is', () => {
  test('is what the last answer read and wrote, where a version names it', async () => {
    const info = {
      total_token_usage: { input_tokens: 900, output_tokens: 90 },
      last_token_usage: { input_tokens: 400, output_tokens: 20 },
      model_context_window: 258_400,
    }
    const count = { ...recorded.tokens(0, 0), payload: { type: 'token_count', info, rate_limits: {} } }
    keep([recorded.turnStarts, count, recorded.turnEnds])
    expect((await read(null))?.context).toEqual({ used: 420, size: 258_400 })
  })

  test('else what the last answer added to the sums', async () => {
    keep([recorded.turnStarts, recorded.tokens(300, 10), recorded.tokens(800, 30), recorded.turnEnds])
    expect((await read(null))?.context).toEqual({ used: 520, size: 258_400 })
  })

  test('is unknown where no answer came', async () => {
    keep([recorded.turnStarts, recorded.turnEnds])
    expect((await read(null))?.context).toBeNull()
  })
})
