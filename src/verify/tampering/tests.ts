import { inlineTests, type TestFacts, testFacts } from '../test-facts.ts'
import { isSnapshot, isTestFile } from '../test-files.ts'
import type { TreeReader } from '../tree-reader.ts'
import type { Case, PathChange, Seen, TamperFinding } from './finding.ts'
import { deletedFiles, lostTests } from './lost-tests.ts'
import { matchTests } from './match-tests.ts'
import { newMarkers } from './new-markers.ts'
import { weakerAssertions } from './weaker-assertions.ts'

/** Tests deleted, switched off or hollowed out. Files that did not change are equal on both sides and not read. */
export async function inspectTests(inspected: Case): Promise<Seen> {
  const { base, head, changes } = inspected
  const paths = changes.map(({ path }) => path)
  const before = await factsOf(base, paths)
  const after = await factsOf(head, paths)
  const matched = matchTests(before, after)
  const facts = { base: before, head: after, trees: inspected }
  return {
    findings: [
      ...(await lostTests(matched, facts)),
      ...(await deletedFiles(inspected, before)),
      ...replacedFiles(changes),
      ...newMarkers(before, after),
      ...(await weakerAssertions(matched, facts)),
    ],
    paths: paths.filter((path) => isTestFile(path) && base.has(path) && !isRewritten(path, head)),
  }
}

/** As it was before, it would say of every intended change that it is none. It is told of in the report. */
function isRewritten(path: string, head: TreeReader): boolean {
  return isSnapshot(path) && head.has(path)
}

async function factsOf(tree: TreeReader, paths: string[]): Promise<TestFacts[]> {
  const facts: TestFacts[] = []
  for (const path of paths.filter((one) => tree.has(one))) {
    const text = isTestFile(path) ? await tree.read(path) : await inline(tree, path)
    if (text !== null || isTestFile(path)) facts.push(testFacts(path, text))
  }
  return facts
}

/** Tests inside a product's file count, but its base copy is not run: that would undo the change itself. */
async function inline(tree: TreeReader, path: string): Promise<string | null> {
  return path.endsWith('.rs') ? inlineTests(path, await tree.read(path)) : null
}

function replacedFiles(changes: PathChange[]): TamperFinding[] {
  return changes
    .filter(({ path, change }) => change === 'type' && isTestFile(path))
    .map(({ path }) => ({
      file: path,
      line: null,
      description: `The test file ${path} was replaced by another kind of file.`,
      fix: `Put ${path} back as a plain file.`,
      evidence: 'before: a file → after: a link or another kind of entry',
    }))
}
