import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Agent, Found } from './agent.ts'
import { claudeReader } from './claude-stream.ts'
import { gatesVariable } from './gates.ts'
import { ownFile } from './own-file.ts'
import { failureOfProcess } from './process-failure.ts'
import { parseScenario } from './scripted/scenario.ts'

const PROGRAM = 'scripted-agent.js'

/** Plays a scenario file instead of thinking: for demos and tests, and always labelled as what it is. */
export function scriptedAgent(scenario: string, program: string | null = ownFile(PROGRAM)): Agent {
  return {
    name: `scripted:${scenario}`,
    label: 'scripted',
    envNames: [],
    // The program's folder, because its parts lie beside it.
    reads: [resolve(scenario), ...(program === null ? [] : [dirname(program)])],
    // It remembers nothing, so a step is played again from its start and never continued.
    capabilities: { resume: false, usage: true, cost: true, budget: false, model: false, effort: false },
    find: async () => find(resolve(scenario), program),
    launch: (request, found) => ({
      file: process.execPath,
      args: [program ?? PROGRAM, found.file],
      env: { ...request.env, ...gatesVariable(request) },
      stdin: request.prompt,
    }),
    reader: (request) => claudeReader({ request }),
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
