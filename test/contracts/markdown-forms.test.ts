import { describe, expect, it } from 'vitest'
import { splitRow } from '../../src/contracts/markdown-table.ts'
import { review } from './support.ts'

const HEADER = '| file:line | severity | category | description | fix |\n|---|:---:|---|---|---:|\n'

describe('Without a block', () => {
  it.each([
    'APPROVED',
    '**APPROVED**',
    '# APPROVED',
    '### **APPROVED**',
    'Verdict: APPROVED',
    '**Verdict:** APPROVED',
    '**Verdict: APPROVED**',
    '**Verdict**: **APPROVED**',
    '## Verdict: APPROVED',
    '  APPROVED  ',
  ])('the line %j approves', (line) => {
    expect(review(`Reviewed.\n${line}\nThanks.`)).toMatchObject({
      form: 'markdown',
      verdict: 'APPROVED',
      verdict_problem: null,
    })
    expect(review(`Reviewed.\n${line.replace('APPROVED', 'REJECTED')}\n`).verdict).toBe('REJECTED')
  })

  it('the same verdict twice is one verdict', () => {
    expect(review('APPROVED\n\nmore\n\n**APPROVED**').verdict).toBe('APPROVED')
  })

  it('a findings table is read row by row', () => {
    const rows =
      '| src/a.ts:42 | CRITICAL | security | Reads `a | b` and c \\| d | Check<br>it |\n| `b.ts` | info | quality | Long | Split |\n'
    const { findings, verdict } = review(`REJECTED\n\n${HEADER}${rows}\nDone.`)
    expect(verdict).toBe('REJECTED')
    expect(findings).toMatchObject([
      {
        file: 'src/a.ts',
        line: 42,
        severity: 'CRITICAL',
        category: 'security',
        description: 'Reads `a | b` and c | d',
        fix: 'Check\nit',
        evidence: '',
        sources: ['guardian'],
      },
      { file: 'b.ts', line: null, severity: 'INFO', category: 'quality', description: 'Long' },
    ])
  })

  it('an evidence column, a line column and other orders are accepted', () => {
    const table =
      '| Severity | File | Line | Description | Evidence | Category | Suggested fix |\n|-|-|-|-|-|-|-|\n| warning | a.ts | 7 | d | `e` | testing | f |'
    expect(review(table).findings).toMatchObject([
      {
        file: 'a.ts',
        line: 7,
        severity: 'WARNING',
        category: 'testing',
        description: 'd',
        evidence: '`e`',
        fix: 'f',
      },
    ])
  })

  it('a row that says there is nothing is not a finding', () => {
    expect(review(`APPROVED\n\n${HEADER}| — | — | — | No findings | — |`).findings).toEqual([])
    expect(review(`APPROVED\n\n${HEADER}| none | none | none | none | none |`).findings).toEqual([])
  })

  it.each([
    ['no alignment row', '| file | severity | description |\n| a | CRITICAL | d |'],
    ['other columns', '| severity | count |\n|---|---|\n| CRITICAL | 3 |'],
    ['a fence around it', `\`\`\`\n${HEADER}| a:1 | CRITICAL | c | d | f |\n\`\`\``],
    ['a quote before it', `> ${HEADER.trim().replaceAll('\n', '\n> ')}\n> | a:1 | CRITICAL | c | d | f |`],
  ])('a table with %s holds no findings', (_, table) => {
    expect(review(`REJECTED\n\n${table}\n`).findings).toEqual([])
  })

  it('several tables are one list', () => {
    const row = (n: number) => `| a.ts:${n} | INFO | c | d | f |\n`
    expect(
      review(`${HEADER}${row(1)}${row(2)}\nand\n\n${HEADER}${row(3)}`).findings.map((f) => f.line),
    ).toEqual([1, 2, 3])
  })
})

describe('The confidence table', () => {
  const table =
    '| Axis | Score | Why |\n|---|---|---|\n| Task understanding | 0.9 | clear |\n| **Solution completeness** | 0.80 | x |\n| Risk coverage | 1 | y |\n'

  it('is read below its heading', () => {
    expect(review(`### Confidence\n\n${table}`)).toMatchObject({
      form: 'markdown',
      confidence: { task_understanding: 0.9, solution_completeness: 0.8, risk_coverage: 1 },
    })
    expect(review(`## Confidence table\nEach from 0 to 1:\n\n${table}`).confidence).not.toBeNull()
  })

  it.each([
    ['it has no heading', table],
    ['a heading comes between', `### Confidence\n\n### Risks\n\n${table}`],
    ['an axis is missing', `### Confidence\n\n${table.replace('Risk coverage', 'Mood')}`],
    ['an axis is there twice', `### Confidence\n\n${table}| Risk coverage | 0.1 | z |\n`],
    ['a score is out of range', `### Confidence\n\n${table.replace('0.9', '1.9')}`],
    ['a score is a percentage', `### Confidence\n\n${table.replace('0.9', '90%')}`],
    ['a score is a word', `### Confidence\n\n${table.replace('0.9', 'high')}`],
    ['there are two', `### Confidence\n\n${table}\n### Confidence\n\n${table}`],
    ['it is quoted', `### Confidence\n\n> ${table.replaceAll('\n', '\n> ')}`],
  ])('is unreadable when %s', (_, text) => {
    expect(review(text).confidence).toBeNull()
  })
})

describe('The status line', () => {
  it.each(['DONE', 'DONE_WITH_CONCERNS', 'NEEDS_CONTEXT', 'BLOCKED'])(
    '%s is read from the last line',
    (status) => {
      expect(review(`Words.\nSTATUS: ${status}\n\n`)).toMatchObject({
        form: 'markdown',
        status,
        status_assumed: false,
      })
      expect(review(`Words.\n\n**STATUS:** ${status}`)).toMatchObject({ status, status_assumed: false })
    },
  )

  it.each([
    ['it is not the last', 'STATUS: BLOCKED\nMore words.'],
    ['the token is unknown', 'STATUS: STUCK'],
    ['the token is not exact', 'STATUS: blocked'],
    ['there is more on the line', 'STATUS: BLOCKED by you'],
    ['it is far away on the line', `STATUS: BLOCKED${' '.repeat(80)}no`],
    ['it is in a fence', '```\nSTATUS: BLOCKED\n```'],
    ['it is quoted', '> STATUS: BLOCKED'],
    ['it is a list item', '- STATUS: BLOCKED'],
  ])('does not count when %s', (_, text) => {
    expect(review(text)).toMatchObject({ status: 'DONE', status_assumed: true })
  })

  it('is missing, and nothing else is there either: the form is none', () => {
    expect(review('Just words.')).toMatchObject({ form: 'none', status: 'DONE', status_assumed: true })
  })
})

describe('A table row', () => {
  it.each([
    ['| a | b |', ['a', 'b']],
    ['a | b', ['a', 'b']],
    ['| a || c |', ['a', '', 'c']],
    ['| a \\| b | c |', ['a | b', 'c']],
    ['| `a | b` | c |', ['`a | b`', 'c']],
    ['| ``a ` | b`` | c |', ['``a ` | b``', 'c']],
    ['| a ` b | c |', ['a ` b', 'c']],
    ['|', []],
  ])('%j is %j', (row, cells) => {
    expect(splitRow(row)).toEqual(cells)
  })
})
