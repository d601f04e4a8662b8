import { baseName } from '../ecosystems/ecosystem.ts'
import { makefileNames } from '../ecosystems/make.ts'
import { parseManifest, runnerPackages } from '../package-json.ts'
import { testFacts } from '../test-facts.ts'
import { isTestFile } from '../test-files.ts'
import { configOf } from './config.ts'
import type { Case, PathChange, Seen, TamperFinding } from './finding.ts'
import { onlyAdds } from './only-adds.ts'
import { firstDifference } from './quote.ts'

/** Files that the test command runs by name, and dependencies that were committed to be run in the runner's place. */
export async function inspectRunnerFiles(inspected: Case): Promise<Seen> {
  const seen: Seen = { findings: [], paths: [] }
  for (const change of inspected.changes) {
    if (!inspected.reach.files.has(change.path) || (await judgedElsewhere(change.path, inspected))) continue
    const before = (await inspected.base.read(change.path)) ?? ''
    const after = (await inspected.head.read(change.path)) ?? ''
    const isAddition = isTestFile(change.path) && onlyAdds(before, after)
    seen.findings.push({
      ...runnerFinding(change, firstDifference(before, after)),
      ...(isAddition ? { unlessSound: true as const } : {}),
    })
    seen.paths.push(change.path)
  }
  const committed = await committedDependencies(inspected)
  if (committed[0]) seen.findings.push(committedFinding(committed[0], committed.length))
  seen.paths.push(...committed)
  return seen
}

/** A test that is called by name (`node test.js`) is judged as a test; a manifest by its own rules. */
async function judgedElsewhere(path: string, { base }: Case): Promise<boolean> {
  if (baseName(path) === 'package.json' || makefileNames.includes(path) || configOf(path)) return true
  if (!isTestFile(path)) return false
  const { cases, outside } = testFacts(path, await base.read(path))
  return cases.length + outside.length > 0
}

function runnerFinding({ path, change }: PathChange, evidence: string): TamperFinding {
  const verb =
    change === 'deleted' ? 'deleted' : change === 'type' ? 'replaced by another kind of file' : 'changed'
  return {
    file: path,
    line: null,
    description: `${path}, which the test command runs, was ${verb}.`,
    fix: `Put ${path} back as it was.`,
    evidence,
  }
}

/** Where node_modules is kept in the repository, only what belongs to the runner counts. */
async function committedDependencies({ base, changes, reach }: Case): Promise<string[]> {
  const written = changes.filter(({ path, change }) => /^node_modules\//.test(path) && change !== 'deleted')
  if (written.length === 0) return []
  const paths = written.map(({ path }) => path)
  if (!base.paths().some((path) => path.startsWith('node_modules/'))) return paths
  const runners = runnerPackages(parseManifest(await base.read('package.json')), reach.words)
  const places = ['node_modules/.bin/', ...runners.map((name) => `node_modules/${name}/`)]
  return paths.filter((path) => places.some((place) => path.startsWith(place)))
}

function committedFinding(path: string, count: number): TamperFinding {
  return {
    file: path,
    line: null,
    description:
      'Installed dependencies were committed, and a test run would use them in place of the real ones.',
    fix: 'Take node_modules out of the change.',
    evidence: `${count} file${count === 1 ? '' : 's'} under node_modules, first ${path}`,
  }
}
