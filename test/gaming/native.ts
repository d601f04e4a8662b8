import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Change } from './change.ts'
import { type Project, TOOLS } from './project.ts'

/** Runs the tests of a project as a person would, with files written over it, and tells the exit code. */
export function natively(
  project: Project,
  over: Change['files'],
  executable: string[] = [],
): { code: number | null; output: string } {
  const dir = mkdtempSync(join(tmpdir(), 'wiggum-native-'))
  const env = {
    ...TOOLS,
    HOME: dir,
    LC_ALL: 'C.UTF-8',
    CI: '1',
  }
  const tree = join(dir, 'tree')
  try {
    mkdirSync(tree)
    for (const [path, text] of Object.entries({ ...project.files, ...over })) {
      if (text === null) continue
      mkdirSync(dirname(join(tree, path)), { recursive: true })
      writeFileSync(join(tree, path), text)
    }
    for (const path of executable) chmodSync(join(tree, path), 0o755)
    execFileSync('git', ['init', '-q', '-b', 'main', tree], { env })
    const options = { cwd: tree, env, encoding: 'utf8', timeout: 120_000 } as const
    if (project.setup) {
      const { status, stderr } = spawnSync('sh', ['-c', project.setup], options)
      if (status !== 0) return { code: status, output: `setup: ${stderr}` }
    }
    const { status, stdout, stderr } = spawnSync('sh', ['-c', project.test], options)
    return { code: status, output: `${stdout}${stderr}` }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
