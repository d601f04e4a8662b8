import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Options of the real program that take a value; all other options are flags. */
const VALUED = new Set([
  '--output-format',
  '--input-format',
  '--permission-mode',
  '--model',
  '--fallback-model',
  '--effort',
  '--session-id',
  '--resume',
  '-r',
  '--allowedTools',
  '--allowed-tools',
  '--disallowedTools',
  '--disallowed-tools',
  '--system-prompt',
  '--append-system-prompt',
  '--json-schema',
  '--mcp-config',
  '--settings',
  '--setting-sources',
  '--max-turns',
  '--max-budget-usd',
  '--add-dir',
  '--agents',
  '--plugin-dir',
])
const READING_MODES = new Set(['default', 'plan'])

/** One call: what was asked for, and which one of this world it is. */
export async function readCall(argv = process.argv.slice(2), env = process.env) {
  const { options, words } = parse(argv)
  const given = words.filter((word) => word !== '-').join('\n')
  const prompt = given || (await readInput())
  const [fault, variant = ''] = (env.FAULT ?? 'honest').split('/')
  const call = {
    fault,
    variant,
    prompt,
    format: options['--output-format'] ?? 'text',
    schema: options['--json-schema'] ?? null,
    session: options['--session-id'] ?? options['--resume'] ?? options['-r'] ?? randomUUID(),
    // A role that may only read is a planner or a reviewer: it approves whatever it is shown.
    works: !READING_MODES.has(options['--permission-mode']),
    commits: env.FAULT_COMMITS === '1',
    checkout: env.FAULT_CHECKOUT ?? process.cwd(),
    mark: env.FAULT_AGENT ?? 'faults',
  }
  return { ...call, number: note(call) }
}

function parse(argv) {
  const options = {}
  const words = []
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at]
    if (word === '--') return { options, words: words.concat(argv.slice(at + 1)) }
    if (VALUED.has(word)) options[word] = argv[++at]
    else if (word.startsWith('-') && word !== '-') options[word] = true
    else words.push(word)
  }
  return { options, words }
}

async function readInput() {
  if (process.stdin.isTTY) return ''
  let text = ''
  for await (const chunk of process.stdin) text += chunk
  return text
}

/** In the one folder that every box around the real program must leave writable. */
export function journal() {
  const folder = join(homedir(), '.claude', 'faults')
  mkdirSync(folder, { recursive: true })
  return join(folder, 'journal.jsonl')
}

export function tell(entry) {
  appendFileSync(journal(), `${JSON.stringify({ at: Date.now(), ...entry })}\n`)
}

export function told() {
  try {
    return readFileSync(journal(), 'utf8').trim().split('\n').map(JSON.parse)
  } catch {
    return []
  }
}

function note({ works, fault, variant, prompt }) {
  tell({ kind: 'call', works, fault, variant, cwd: process.cwd(), prompt: prompt.slice(0, 300) })
  return told().filter((each) => each.kind === 'call' && each.works).length
}
