import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type RuleRow, rules } from './rules.ts'

/** docs/rules.md is made from rules.ts: `npx vitest run test/rules.test.ts -u` writes it. */

const all = rules.flatMap(([, rows]) => rows)

/** The name as the test's file has it: the first argument of a call, in any quotes. */
function hasTest({ file, name }: RuleRow['fires']): boolean {
  if (!existsSync(file)) return false
  const text = readFileSync(file, 'utf8')
  return ["'", '"', '`'].some((quote) => {
    const written = `${quote}${name.replaceAll(quote, `\\${quote}`)}${quote},`
    const at = text.indexOf(written)
    return at > 0 && /[(\s]$/.test(text.slice(0, at)) && !/\.(?:skip|todo)\([^\n]*$/.test(text.slice(0, at))
  })
}

const cell = ({ file, name }: RuleRow['fires']) => `${escaped(name)} (\`${file.slice('test/'.length)}\`)`
const escaped = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '\\<')

function line({ rule, code, fires, boundary }: RuleRow): string {
  const edge = boundary.file === fires.file && boundary.name === fires.name ? 'the same test' : cell(boundary)
  return `| ${escaped(rule)} | \`${code}\` | ${cell(fires)} | ${edge} |`
}

function document(): string {
  const sections = rules.map(([title, rows]) =>
    [
      `## ${title}`,
      '',
      '| rule | code | fires in | does not fire in |',
      '|---|---|---|---|',
      ...rows.map(line),
    ].join('\n'),
  )
  const intro =
    'Every rule of a run, the code that holds it, a test that makes it fire and one at its edge. Made from `test/rules.ts` by `npx vitest run test/rules.test.ts -u`; a test fails when a rule has no test.'
  return `# Rules\n\n${intro}\n\n${sections.join('\n\n')}\n`
}

describe('the rules', () => {
  test.each(all.map((row) => [row.rule, row] as const))('%s: its code and its tests exist', (_, row) => {
    expect({
      code: existsSync(row.code),
      fires: hasTest(row.fires),
      boundary: hasTest(row.boundary),
    }).toEqual({
      code: true,
      fires: true,
      boundary: true,
    })
  })

  test('positive control: a test that does not exist is noticed', () => {
    expect(hasTest({ file: 'test/rules.test.ts', name: `no such ${'test'}` })).toBe(false)
    expect(hasTest({ file: 'test/no-such-file.test.ts', name: 'x' })).toBe(false)
  })

  test('each has a name of its own', () => {
    expect(new Set(all.map((row) => row.rule)).size).toBe(all.length)
  })

  test('docs/rules.md is what they generate', async () => {
    await expect(document()).toMatchFileSnapshot('../docs/rules.md')
  })
})
