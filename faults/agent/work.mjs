import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export const SOURCE = 'src/duration.mjs'

const head = `/** How many minutes a text such as '2h' or '45m' means. */
export function minutes(text) {
`
/** The task, done. */
export const RIGHT = `${head}  const match = /^(?:(\\d+)d)?(?:(\\d+)h)?(?:(\\d+)m)?$/.exec(text)
  if (!match || text === '') throw new RangeError(\`no duration: \${text}\`)
  const [days, hours, rest] = match.slice(1).map((each) => Number(each ?? 0))
  return days * 1440 + hours * 60 + rest
}
`
/** Two halves, of which each breaks the other. */
export const HALVES = [
  `${head}  const [hours, rest] = text.split('h')
  return Number(hours) * 60 + Number(rest.replace('m', '') || 1)
}
`,
  `${head}  const match = /^(\\d+)h$/.exec(text)
  return match ? Number(match[1]) * 60 : Number.NaN
}
`,
]

export function write(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Only where the orchestrator lands what the agent itself has committed. */
export function commit({ commits }, message) {
  if (!commits) return
  run('git', 'add', '-A')
  run('git', '-c', 'user.name=Agent', '-c', 'user.email=agent@example.org', 'commit', '-qm', message)
}

/** What it prints; what fails is a part of the play. */
export function run(file, ...args) {
  try {
    return execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    return `${error.stdout ?? ''}${error.stderr ?? ''}`
  }
}
