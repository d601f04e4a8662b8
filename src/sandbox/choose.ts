import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../agents/find-program.ts'
import { capture } from '../runtime/supervise.ts'
import { NO_SANDBOX, type Sandbox, type SandboxName } from './box.ts'
import { probeArguments } from './bubblewrap.ts'

export type Probe = { ok: true; sandbox: Sandbox } | { ok: false; problem: string; fix: string }
export type Chosen = { ok: true; sandbox: Sandbox; why: string } | { ok: false; problem: string; fix: string }

const PROBE_MS = 20_000
const OTHERWISE = 'or set `sandbox: none` to run without one'

/** The one asked for, or the best that works here. `auto` never fails: without a sandbox there is none, and it is said. */
export async function chooseSandbox(wanted: 'auto' | SandboxName, path: string): Promise<Chosen> {
  if (wanted === 'none') return { ok: true, sandbox: NO_SANDBOX, why: 'asked for' }
  const probe = wanted === 'srt' ? await probeSrt(path) : await probeBubblewrap(path)
  if (probe.ok) return { ...probe, why: wanted === 'auto' ? 'it works on this machine' : 'asked for' }
  return wanted === 'auto' ? { ok: true, sandbox: NO_SANDBOX, why: probe.problem } : probe
}

/** Whether it is installed says little: many machines have it and forbid what it needs. So it is run. */
export async function probeBubblewrap(path: string): Promise<Probe> {
  if (process.platform !== 'linux')
    return {
      ok: false,
      problem: 'bubblewrap works on Linux only',
      fix: `Set \`sandbox: srt\`, ${OTHERWISE}.`,
    }
  const file = await findProgram('bwrap', path)
  if (file === null) {
    const fix = `Install it (\`apt install bubblewrap\`, \`dnf install bubblewrap\`), ${OTHERWISE}.`
    return { ok: false, problem: 'bubblewrap (the program `bwrap`) is not on the PATH', fix }
  }
  const { code, stderr } = await capture(file, probeArguments(), { env: { PATH: path }, timeoutMs: PROBE_MS })
  if (code === 0) return { ok: true, sandbox: { name: 'bubblewrap', file } }
  const fix = `Allow it to make user namespaces (containers and AppArmor often forbid that), ${OTHERWISE}.`
  return { ok: false, problem: `bubblewrap does not work here (${firstLine(stderr, code)})`, fix }
}

export async function probeSrt(path: string): Promise<Probe> {
  const file = await findProgram('srt', path)
  if (file === null) {
    const fix = `Install it with \`npm install -g @anthropic-ai/sandbox-runtime\`, ${OTHERWISE}.`
    return { ok: false, problem: 'the Sandbox Runtime (the program `srt`) is not on the PATH', fix }
  }
  const folder = mkdtempSync(join(tmpdir(), 'wiggum-srt-'))
  try {
    const settings = join(folder, 'settings.json')
    const network = { allowedDomains: [], deniedDomains: [] }
    const filesystem = { denyRead: [], allowRead: [], allowWrite: [folder], denyWrite: [] }
    writeFileSync(settings, JSON.stringify({ network, filesystem }))
    // HOME: it looks for settings of the user's there.
    const env = { PATH: path, HOME: folder, CLAUDE_CODE_TMPDIR: folder }
    const args = ['--settings', settings, '--', 'true']
    const { code, stderr } = await capture(file, args, { env, cwd: folder, timeoutMs: PROBE_MS })
    if (code === 0) return { ok: true, sandbox: { name: 'srt', file } }
    const fix = `It needs bubblewrap, socat and ripgrep on Linux: install them, ${OTHERWISE}.`
    return { ok: false, problem: `the Sandbox Runtime does not work here (${firstLine(stderr, code)})`, fix }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function firstLine(stderr: string, code: number | null): string {
  return stderr.trim().split('\n')[0]?.slice(0, 200) || `exit code ${code}`
}
