import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * `npm run test:names -- <commit>`: whether every test that the commit has is still here, by its full name, in whatever file
 * and tier. Says what is gone and ends with 1 if anything is.
 */

const commit = process.argv[2]
if (commit === undefined) {
  console.error('names: name the commit to compare with, such as `npm run test:names -- HEAD~5`.')
  process.exit(2)
}

if (spawnSync('git', ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`]).status !== 0) {
  console.error(`names: there is no commit "${commit}" in this repository; see \`git log --oneline\`.`)
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'wiggum-names-'))
const before = join(folder, 'before')
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' })

try {
  git('worktree', 'add', '--quiet', '--detach', before, commit)
  for (const modules of ['node_modules', 'test/agents/node_modules'].filter((path) => existsSync(path)))
    symlinkSync(resolve(modules), join(before, modules))
  const then = countOf(namesIn(before))
  const now = countOf(namesIn(process.cwd()))
  const gone = [...then].filter(([name, count]) => (now.get(name) ?? 0) < count)
  for (const [name] of gone) console.log(`gone: ${name}`)
  console.log(`${total(then)} tests at ${commit}, ${total(now)} here, ${gone.length} of the former gone`)
  process.exitCode = gone.length > 0 ? 1 : 0
} finally {
  git('worktree', 'remove', '--force', before)
  rmSync(folder, { recursive: true, force: true })
}

/** Those with real agents were listed apart from the others before there were tiers. */
function namesIn(cwd) {
  const all = listed(cwd, '')
  const files = new Set(all.map(({ file }) => file))
  const agents = listed(cwd, '1').filter(({ file }) => !files.has(file))
  return [...all, ...agents].map(({ name }) => name)
}

function listed(cwd, agents) {
  const file = join(folder, 'names.json')
  const vitest = resolve('node_modules/vitest/vitest.mjs')
  execFileSync(process.execPath, [vitest, 'list', `--json=${file}`], {
    cwd,
    env: { ...process.env, WIGGUM_TEST_AGENTS: agents },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return JSON.parse(readFileSync(file, 'utf8'))
}

function countOf(names) {
  const counts = new Map()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

function total(counts) {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}
