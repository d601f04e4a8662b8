import { readdirSync } from 'node:fs'
import { register } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { collectTests, getFn, getHooks } from '@vitest/runner'
import fastCheck from 'fast-check'
import { comparingSnapshots } from './snapshots.mjs'

/** The tests that are about `core/` and `detectors/` alone: without processes, and without the long ones of chance. */
const FOLDERS = ['test/core', 'test/detectors']
const LEFT_OUT = ['own-host.real.test.ts', 'pdca-order.test.ts', 'docs.test.ts', 'registry.test.ts']

const CONFIG = { setupFiles: [], sequence: {}, tags: [], testTimeout: 0, hookTimeout: 0, allowOnly: false }

/** All tests of the folder that we are in, by their ids; loaded once, to be run as often as needed. */
export async function loadTests() {
  register('./read-typescript.mjs', import.meta.url)
  // The same values each time, so that a mutant's fate is not up to chance; and no search for the smallest of them.
  fastCheck.configureGlobal({ seed: 1, endOnFailure: true })
  const importFile = (path) => import(pathToFileURL(path).href)
  const files = await collectTests(testFiles(), { config: { ...CONFIG, root: process.cwd() }, importFile })
  const matching = await comparingSnapshots(files.map(({ filepath }) => filepath))
  const tests = files.flatMap((file) => testsIn(file, []))
  return byId(tests.map((test) => ({ ...test, run: () => matching(test, getFn(test.task)) })))
}

function testFiles() {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((path) => resolve(folder, path)),
  )
  return paths
    .filter((path) => path.endsWith('.test.ts') && !LEFT_OUT.some((name) => path.endsWith(join('/', name))))
    .sort()
}

function testsIn(task, names) {
  if (task.result?.state === 'fail') throw new Error(`${task.name}: ${task.result.errors?.[0]?.message}`)
  if (task.mode !== 'run' && task.mode !== 'queued') return []
  if (task.type === 'test') return [{ task, fileName: task.file.filepath, name: names.join(' > ') }]
  if (Object.values(getHooks(task)).some((hooks) => hooks.length > 0))
    throw new Error(`${task.name} has hooks; here tests are run without any`)
  return task.tasks.flatMap((each) => testsIn(each, [...names, each.name]))
}

/** Several tests may have the same name: they are numbered then. */
function byId(tests) {
  const found = new Map()
  for (const test of tests) {
    const plain = `${test.task.file.name}#${test.name}`
    let id = plain
    for (let number = 2; found.has(id); number++) id = `${plain} (${number})`
    found.set(id, { ...test, id })
  }
  return found
}
