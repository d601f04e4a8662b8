import { baseName } from '../ecosystems/ecosystem.ts'
import {
  dependenciesOf,
  isSwapped,
  type Json,
  jsonText,
  lifecycleScripts,
  parseManifest,
  runnerOverrides,
  runnerPackages,
  sameJson,
  scriptsOf,
  testSections,
} from '../package-json.ts'
import { isTestFile } from '../test-files.ts'
import type { Case, Seen, TamperFinding } from './finding.ts'
import { onlyAdds } from './only-adds.ts'
import { beforeAfter, lineOf, quote } from './quote.ts'
import { reachOf } from './reach.ts'

/** package.json: the scripts that a test run executes, the runner's configuration in it, and the runner itself. */
export async function inspectManifests(inspected: Case): Promise<Seen> {
  const seen: Seen = { findings: [], paths: [] }
  for (const { path } of inspected.changes) {
    if (baseName(path) !== 'package.json' || isTestFile(path) || !inspected.base.has(path)) continue
    const findings = await inspectManifest(path, inspected)
    seen.findings.push(...findings)
    if (findings.length > 0) seen.paths.push(path)
  }
  return seen
}

interface Pair {
  path: string
  before: Json
  after: Json
  text: string
  words: Set<string>
}

async function inspectManifest(path: string, inspected: Case): Promise<TamperFinding[]> {
  const text = await inspected.head.read(path)
  const before = parseManifest(await inspected.base.read(path))
  const after = parseManifest(text)
  if (!before) return []
  if (!after || text === null) return [unreadable(path, inspected)]
  const root = path === 'package.json'
  const reach = root ? inspected.reach : await reachOf(inspected.base, ['npm test'], path)
  const pair = { path, before, after, text, words: reach.words }
  const names = watchedScripts(before, reach.scripts, inspected.plan.setup)
  return [
    ...changedScripts(pair, names),
    ...changedSections(pair),
    ...swappedRunners(pair),
    ...swappedByOverride(pair),
  ]
}

function unreadable(path: string, { head }: Case): TamperFinding {
  const gone = !head.has(path)
  return {
    file: path,
    line: null,
    description: `${path}, which holds the test command, ${gone ? 'was deleted' : 'can no longer be read'}.`,
    fix: `Put ${path} back with its scripts as they were.`,
    evidence: `before: valid JSON → after: ${gone ? 'no file' : 'not a JSON object'}`,
  }
}

/** `test` is watched even if another command was configured: it is what everyone else runs. */
function watchedScripts(before: Json, reached: Set<string>, setup: string[]): Set<string> {
  const names = new Set(reached)
  if (scriptsOf(before).has('test')) names.add('test')
  for (const name of [...names]) {
    names.add(`pre${name}`)
    names.add(`post${name}`)
  }
  const installs = setup.some((command) => /\b(?:npm|pnpm|yarn|bun)\b/.test(command))
  for (const name of installs ? lifecycleScripts : []) names.add(name)
  return names
}

function changedScripts({ path, before, after, text }: Pair, names: Set<string>): TamperFinding[] {
  const [old, now] = [scriptsOf(before), scriptsOf(after)]
  return [...names]
    .filter((name) => old.get(name) !== now.get(name))
    .map((name) => ({
      file: path,
      line: lineOf(text, `${JSON.stringify(name)}:`),
      description: `The script "${name}", which a test run executes, was ${verb(old.get(name), now.get(name))} in ${path}.`,
      fix: `Put the script "${name}" back as it was.`,
      evidence: beforeAfter(old.get(name), now.get(name)),
    }))
}

function changedSections({ path, before, after, text }: Pair): TamperFinding[] {
  return testSections
    .filter((key) => !sameJson(before[key], after[key]))
    .map((key) => ({
      file: path,
      line: lineOf(text, `"${key}":`),
      description: `The test configuration "${key}" was ${verb(before[key], after[key])} in ${path}.`,
      fix: `Put the key "${key}" back as it was.`,
      evidence: beforeAfter(jsonText(before[key]), jsonText(after[key])),
      ...(onlyAdds(jsonText(before[key]), jsonText(after[key])) ? { unlessSound: true as const } : {}),
    }))
}

function swappedRunners({ path, before, after, text, words }: Pair): TamperFinding[] {
  const [old, now] = [dependenciesOf(before), dependenciesOf(after)]
  return runnerPackages(before, words)
    .filter((name) => isSwapped(old.get(name), now.get(name)))
    .map((name) => ({
      file: path,
      line: lineOf(text, `"${name}":`),
      description: `The dependency ${quote(name)}, which runs the tests, was ${now.has(name) ? 'replaced' : 'removed'} in ${path}.`,
      fix: `Put the dependency ${quote(name)} back as it was.`,
      evidence: beforeAfter(old.get(name), now.get(name)),
    }))
}

function swappedByOverride({ path, before, after, text, words }: Pair): TamperFinding[] {
  return runnerOverrides(before, after, runnerPackages(before, words)).map((key) => ({
    file: path,
    line: lineOf(text, `"${key}":`),
    description: `The key "${key}" of ${path} now overrides a package that runs the tests.`,
    fix: `Take the test runner out of "${key}".`,
    evidence: beforeAfter(jsonText(before[key]), jsonText(after[key])),
  }))
}

function verb(before: unknown, after: unknown): string {
  if (before === undefined) return 'added'
  return after === undefined ? 'removed' : 'changed'
}
