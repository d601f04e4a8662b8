import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Finding } from '../../src/core/events.ts'
import { judgeEvidence } from '../../src/core/evidence.ts'
import { growsLinearly } from '../contracts/growth.ts'

const world = {
  fileExists: (path: string) => path === 'src/a.ts' || path === 'logo.png',
  lineCount: (path: string) => (path === 'src/a.ts' ? 50 : null),
}

function finding(parts: Partial<Finding>): Finding {
  const base = { id: 'x', file: null, line: null, severity: 'CRITICAL', category: 'security' } as const
  return {
    ...base,
    description: 'Token is not checked',
    fix: '',
    evidence: '',
    sources: ['guardian'],
    ...parts,
  }
}

const keeps = (parts: Partial<Finding>) => judgeEvidence(finding(parts), world).keep

const PROOFS: [string, string][] = [
  ['inline code', 'It reads `db.query(id)` there'],
  ['fenced code', '```ts\ndb.query(id)\n```'],
  ['tilde-fenced code', '~~~\ndb.query(id)\n~~~'],
  ['a command with output', '$ npm test\n1 failing'],
  ['a command with output after a blank line', '$ npm test\n\n1 failing'],
  ['a command without a prompt and its output', 'npm test\n1 failing'],
  ['a command and its output on one line', 'curl -s localhost/x → 500'],
  ['numbered steps with a command', '1. start it\n2. run npm start\n3. it crashes'],
  ['steps with an input', 'Steps: the name is "../../etc/passwd", the file is shown'],
  ['a reproduction that is a command', 'Repro:\nnode repro.js'],
  ['a numbered step with an input', "1. The name is '' and it is saved"],
  ['a numbered command', '1. git log -1 shows the secret'],
  ['a reproduction with a request', 'Reproduction: send POST /login with no body, it answers 500'],
]

const NOT_PROOFS: [string, string][] = [
  ['nothing', ''],
  ['words', 'I am quite sure of it'],
  ['a place', 'src/a.ts:42'],
  ['a command without output', '$ npm test'],
  ['two commands without output', '$ npm ci\n$ npm test'],
  ['empty inline code', 'see ` ` there'],
  ['an unclosed back-tick', 'see `there'],
  ['an empty fence', '```\n```'],
  ['steps without a command or an input', '1. think\n2. wonder'],
  ['a numbered list of opinions', '1. The code is unsafe\n2. It should call a validator'],
  ['prose that starts with a program', 'make sure of it\nbecause node versions differ'],
  ['prose about steps', 'The steps get confusing'],
  ['the word alone', 'Repro is easy'],
]

describe('An unhedged finding', () => {
  it.each([
    [1, true],
    [50, true],
    [51, false],
    [0, false],
    [null, false],
  ])('at line %s of 50 is kept: %s', (line, kept) => {
    expect(keeps({ file: 'src/a.ts', line })).toBe(kept)
    expect(keeps({ file: 'src/a.ts', line, severity: 'WARNING' })).toBe(kept)
  })

  it('needs a file that exists and has lines', () => {
    expect(keeps({ file: 'src/gone.ts', line: 1 })).toBe(false)
    expect(keeps({ file: 'logo.png', line: 1 })).toBe(false)
    expect(keeps({ file: null, line: 1 })).toBe(false)
  })

  it.each(PROOFS)('without a place is kept by %s', (_, evidence) => {
    expect(keeps({ evidence })).toBe(true)
  })

  it.each(NOT_PROOFS)('without a place is not kept by %s', (_, evidence) => {
    expect(keeps({ evidence })).toBe(false)
  })

  it('says why it is not kept', () => {
    expect(judgeEvidence(finding({ file: 'src/a.ts', line: 51 }), world)).toEqual({
      keep: false,
      reason: 'the line does not exist, and there is no other evidence',
    })
  })
})

describe('A hedged finding', () => {
  const place = { file: 'src/a.ts', line: 1 }

  it.each(['might be', 'could potentially', 'appears to', 'seems like', 'may not'])(
    'with "%s" needs more than a place',
    (hedge) => {
      expect(keeps({ ...place, description: `This ${hedge} wrong` })).toBe(false)
      expect(keeps({ ...place, description: `This ${hedge.toUpperCase()}\nwrong` })).toBe(false)
      expect(
        judgeEvidence(finding({ ...place, description: `It ${hedge.replace(' ', '  ')} x` }), world),
      ).toMatchObject({
        reason: expect.stringContaining(`"${hedge}"`),
      })
    },
  )

  it.each([
    'It may nothing return',
    'Almighty beings',
    'It might break',
    'It could fail',
    'It appears twice',
    'The message `may not be empty` is wrong',
  ])('is not %j', (description) => {
    expect(keeps({ ...place, description })).toBe(true)
  })

  it.each(PROOFS)('VF8 that is CRITICAL stays so with %s', (_, evidence) => {
    expect(keeps({ description: 'This might be exploitable', evidence })).toBe(true)
    expect(keeps({ ...place, description: 'This might be exploitable', evidence })).toBe(true)
  })

  it.each(NOT_PROOFS)('VF8 that is CRITICAL does not stay so with %s', (_, evidence) => {
    expect(keeps({ ...place, description: 'This might be exploitable', evidence })).toBe(false)
  })
})

it('An INFO needs no evidence', () => {
  expect(keeps({ severity: 'INFO', description: 'This might be nicer' })).toBe(true)
})

describe('HO6 evidence is judged in time proportional to its size:', () => {
  const units = [
    '`',
    '` ',
    '$ a\n',
    '$ ',
    '1. ',
    '1. run\n',
    '"',
    " '",
    ' "a',
    'run ',
    '```\n',
    'steps ',
    '\n',
    ' ',
    'might ',
    'may\n',
    '-> ',
    './a',
    'npm ',
    'npm a.',
    'git -\n',
  ]
  it.each(units.map((unit) => [unit]))('%j', (unit) => {
    const judge = (size: number) => {
      const text = unit.repeat(Math.ceil(size / unit.length))
      keeps({ evidence: text, description: text })
    }
    expect(growsLinearly(1_000_000, judge)).toBe(true)
  })
})

it('Any text at all is judged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (description, evidence) => {
      expect([true, false]).toContain(keeps({ description, evidence }))
    }),
  )
})
