import { Problem } from '../runtime/problem.ts'
import { openProject } from '../runtime/project.ts'
import { chooseSandbox, probeSrt } from '../sandbox/choose.ts'
import type { Call } from './command.ts'

interface SandboxCheck {
  name: string
  state: 'ok' | 'note' | 'missing'
  detail: string
}

/** What a run started here would use, tried out, and what it leaves open. */
export async function examineSandbox(call: Call): Promise<SandboxCheck[]> {
  const path = call.env.PATH ?? ''
  const { wanted, network } = await wish(call)
  const chosen = await chooseSandbox(wanted, path)
  if (!chosen.ok) return [{ name: 'sandbox', state: 'missing', detail: `${chosen.problem}. ${chosen.fix}` }]
  const { name, file } = chosen.sandbox
  if (name === 'none') {
    const detail = `none (${chosen.why}): agents and tests can read and write what you can`
    const others = wanted === 'auto' ? await alternatives(path) : []
    return [{ name: 'sandbox', state: 'note', detail }, ...others]
  }
  const open = name === 'bubblewrap' && network === 'all' ? 'the network, ' : ''
  const detail =
    `${name} (${file}): writes only in the workspace and the agent's own state; ` +
    `not covered: ${open}what the agent sends its model, its own login, CPU and memory`
  return [{ name: 'sandbox', state: 'ok', detail }]
}

/** Only where there is nothing better: trying it takes most of a second. */
async function alternatives(path: string): Promise<SandboxCheck[]> {
  const probe = await probeSrt(path)
  const detail = probe.ok ? 'works: set `sandbox: srt` to use it' : `${probe.problem}. ${probe.fix}`
  return [{ name: 'sandbox srt', state: 'note', detail }]
}

async function wish(call: Call) {
  try {
    const { config } = await openProject(call.cwd, call.env)
    return { wanted: config.sandbox, network: config.sandbox_options.network }
  } catch (error) {
    // The line about the repository says what is wrong with it.
    if (!(error instanceof Problem)) throw error
    return { wanted: 'auto' as const, network: 'all' as const }
  }
}
