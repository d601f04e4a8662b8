import { readdirSync } from 'node:fs'

/**
 * Which project of vitest's configuration runs a test file; its folder and its name say it. `quick` calls functions and
 * starts nothing, `real` starts what the product starts, `agents` needs the agents that people use. A test of either of the
 * first two that is exhaustive has the tag `deep`.
 */
export type Tier = 'quick' | 'real' | 'agents'

/** Files there that do start something have `.real` in their name. */
const QUICK_ROOMS = [
  'bench',
  'cli',
  'config',
  'contracts',
  'core',
  'crash',
  'detectors',
  'diagnose',
  'exporters',
  'golden',
  'import',
  'measures',
  'policy',
  'report',
  'secrets',
  'sprint',
  'steps',
  'trace',
  'verify',
]
const REAL_ROOMS = [
  'agents',
  'e2e',
  'faults',
  'gaming',
  'live',
  'metering',
  'runtime',
  'sandbox',
  'store',
  'workspace',
]

/** `path` is the one below `test/`. `null`: no tier runs it. */
export function tierOf(path: string): Tier | null {
  if (path.startsWith('agents/real/')) return 'agents'
  const [room = '', ...below] = path.split('/')
  if (path.endsWith('.real.test.ts') || REAL_ROOMS.includes(room)) return 'real'
  return below.length === 0 || QUICK_ROOMS.includes(room) ? 'quick' : null
}

/** Every test file below `test/`, also one that stands in no tier. */
export function testFiles(): string[] {
  const all = readdirSync('test', { recursive: true, encoding: 'utf8' })
  return all.filter((path) => /\.(?:test|spec)\.[cm]?[jt]sx?$/.test(path) && !path.includes('node_modules/'))
}

export function filesOf(tier: Tier): string[] {
  return testFiles()
    .filter((path) => tierOf(path) === tier)
    .map((path) => `test/${path}`)
}
