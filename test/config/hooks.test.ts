import { describe, expect, test } from 'vitest'
import { parseHooks } from '../../src/config/hooks.ts'

describe('hooks.yaml', () => {
  test('is empty by default, and a hook aborts unless it only warns', () => {
    expect(parseHooks('', 'h')).toEqual({ ok: true, hooks: [] })
    expect(
      parseHooks('pre-merge:\n  - run: npm run smoke\n  - { run: "true", on_failure: warn }\n', 'h'),
    ).toEqual({
      ok: true,
      hooks: [
        { point: 'pre-merge', run: 'npm run smoke', on_failure: 'abort', timeout_minutes: 10 },
        { point: 'pre-merge', run: 'true', on_failure: 'warn', timeout_minutes: 10 },
      ],
    })
  })

  test.each([
    [
      'pre-merg:\n  - run: x\n',
      'h:1:1: unknown key "pre-merg"; known: run-start, pre-merge, post-merge, run-complete',
    ],
    ['pre-merge:\n  - rum: x\n', 'h:2:5: unknown key "rum"; known: run, on_failure, timeout_minutes'],
    [
      'pre-merge:\n  - run: x\n    on_failure: explode\n',
      'h:3:5: "pre-merge.0.on_failure" must be warn or abort',
    ],
    ['pre-merge: [\n', 'h:2:1: it is not valid YAML'],
  ])('says what is wrong and where: %j', (text, message) => {
    const result = parseHooks(text, 'h')
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining(message) })
  })
})
