import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Agent, Found } from './agent.ts'
import { claudeReader } from './claude-stream.ts'
import { failureOfProcess } from './process-failure.ts'
import { parseScenario } from './scripted/scenario.ts'

const PROGRAM = 'scripted-agent.js'

/** Plays a scenario file instead of thinking: for demos and tests, and always labelled as what it is. */
export function scriptedAgent(scenario: string, program: string | null = scriptedProgram()): Agent {
  return {
    name: `scripted:${scenario}`,
    label: 'scripted',
    envNames: [],
    // It remembers nothing, so a step is played again from its start and never continued.
    capabilities: { resume: false, usage: true, cost: true, budget: false, model: false, effort: false },
    find: async () => find(resolve(scenario), program),
    launch: (request, found) => ({
      file: process.execPath,
      args: [program ?? PROGRAM, found.file],
      env: request.env,
      stdin: request.prompt,
    }),
    reader: claudeReader,
    failureOf: (result) => failureOfProcess('the scripted agent', result),
  }
}

function find(scenario: string, program: string | null): Found {
  if (program === null || !existsSync(program)) {
    const fix = 'reinstall wiggum, or run `npm run build` in its sources'
    return { ok: false, problem: `the scripted agent's program, ${PROGRAM}, is missing`, fix }
  }
  const fix = 'correct the scenario; docs/scripted-agent.md describes the format'
  if (!existsSync(scenario)) return { ok: false, problem: `the scenario ${scenario} does not exist`, fix }
  const parsed = parseScenario(readFileSync(scenario, 'utf8'), scenario)
  return parsed.ok ? { ok: true, file: scenario, version: null } : { ok: false, problem: parsed.message, fix }
}

/** Beside us when bundled (dist/ or dist/chunks/), in the project's dist/ when run from the sources. */
function scriptedProgram(): string | null {
  let folder = dirname(fileURLToPath(import.meta.url))
  for (let level = 0; level < 4; level++, folder = dirname(folder)) {
    const file = [join(folder, PROGRAM), join(folder, 'dist', PROGRAM)].find(existsSync)
    if (file) return file
  }
  return null
}
