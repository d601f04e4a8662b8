import { baseName } from '../ecosystems/ecosystem.ts'
import type { TestFacts } from '../test-facts.ts'
import type { Case, TamperFinding } from './finding.ts'
import { areValuesKept } from './kept-values.ts'
import type { Matched } from './match-tests.ts'
import { quote } from './quote.ts'

/**
 * Fewer tests than before. A test that got another name in its own file is not lost: as many are gained there as went.
 * Whether the renamed one still proves the same is for the base's own copy to say.
 */
export async function lostTests(
  { files }: Matched,
  { base, head, trees }: { base: TestFacts[]; head: TestFacts[]; trees: Pick<Case, 'base' | 'head'> },
): Promise<TamperFinding[]> {
  const findings: TamperFinding[] = []
  for (const [file, { lost, gained }] of files) {
    if (lost.length <= gained.length) continue
    const before = base.find(({ path }) => path === file)?.cases.length ?? 0
    const after = head.find(({ path }) => path === file)?.cases.length
    // One that asserts nothing by itself is a group of others.
    const asserted = lost.flatMap(({ assertions }) => assertions)
    const names = lost.slice(0, 5).map(({ name }) => `"${quote(name)}"`)
    findings.push({
      file,
      line: null,
      description: `Tests that existed before are gone from ${file}.`,
      fix: 'Put the tests back.',
      evidence: `before: ${before} tests → after: ${after ?? 'no file'}; gone: ${names.join(', ')}`,
      ...((await areValuesKept(asserted, file, trees)) ? { unlessSound: true as const } : {}),
    })
  }
  return findings
}

/** Deleted test data and tests in languages that cannot be counted. A moved one is not deleted. */
export async function deletedFiles(
  { base, head, changes }: Case,
  facts: TestFacts[],
): Promise<TamperFinding[]> {
  const gone = facts.filter(({ path, language }) => language === null && !head.has(path))
  if (gone.length === 0) return []
  const arrived = await arrivals(head, changes)
  const findings: TamperFinding[] = []
  for (const { path } of gone) {
    const text = await base.read(path)
    if (arrived.has(text ?? baseName(path))) continue
    findings.push({
      file: path,
      line: null,
      description: `The test file ${path} was deleted.`,
      fix: `Put ${path} back.`,
      evidence: `before: ${quote(text ?? 'a file that is not text')} → after: no file`,
    })
  }
  return findings
}

/** What was added: the text, or the name where there is no text to compare. */
async function arrivals(head: Case['head'], changes: Case['changes']): Promise<Set<string>> {
  const found = new Set<string>()
  for (const { path, change } of changes) {
    if (change === 'added') found.add((await head.read(path)) ?? baseName(path))
  }
  return found
}
