import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { seedOf } from '../../../src/verify/canary/canary.ts'
import { outcomeOf } from '../../../src/verify/canary/outcome.ts'
import { planCanaries } from '../../../src/verify/canary/plan.ts'
import { tree } from '../memory-tree.ts'

const SEED = seedOf(Uint8Array.from({ length: 22 }, (_, i) => (i * 7 + 3) % 251))

/** Plants canaries into a project in a folder of its own and runs its command there. */
export async function plantAndRun(
  files: Record<string, string>,
  command: string[],
  { modules = resolve('node_modules') }: { modules?: string | null } = {},
) {
  const dir = mkdtempSync(join(tmpdir(), 'canary-'))
  try {
    const plants = await planCanaries(tree(files), SEED)
    const all = new Map(Object.entries(files))
    for (const { path, text, isNew } of plants) all.set(path, isNew ? text : `${all.get(path)}${text}`)
    for (const [path, text] of all) {
      mkdirSync(dirname(join(dir, path)), { recursive: true })
      writeFileSync(join(dir, path), text)
    }
    if (modules !== null) symlinkSync(modules, join(dir, 'node_modules'))
    const [program = '', ...args] = command
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: dir,
      encoding: 'utf8',
      timeout: 100_000,
      env: { ...withoutTests(process.env), CI: '1' },
    })
    const output = `${stdout}${stderr}`
    return { ...outcomeOf(plants, output, SEED), status, output, plants }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** What a test of ours is told must not reach a runner inside it. */
function withoutTests(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(?:VITEST|NODE_TEST|TEST|NODE_OPTIONS|NODE_V8)/.test(name)),
  )
}
