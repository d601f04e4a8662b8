import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The packages of an adapter, at exact versions, in a folder that later runs use again. */
export function install({ name, packages = [] }, cache = join(tmpdir(), 'orchestrator-faults')) {
  if (packages.length === 0) return null
  const folder = join(cache, [name, ...packages].join('-').replace(/[^\w.-]+/g, '-'))
  const isThere = join(folder, 'installed')
  if (!existsSync(isThere)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}\n')
    const args = ['install', '--no-audit', '--no-fund', '--save-exact', ...packages]
    execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], timeout: 600_000 })
    writeFileSync(isThere, '')
  }
  return folder
}

export function versionOf(folder, packageName) {
  return JSON.parse(readFileSync(join(folder, 'node_modules', packageName, 'package.json'), 'utf8')).version
}
