import type { AgentRequest } from '../../src/agents/agent.ts'

export const request = (changes: Partial<AgentRequest> = {}): AgentRequest => ({
  role: 'maker',
  prompt: 'do it',
  model: null,
  effort: null,
  workspace: '/w',
  writes: true,
  resumeSession: null,
  maxBudgetUsd: null,
  env: { PATH: '/bin' },
  ...changes,
})

export function flagValue(args: string[], flag: string): string | undefined {
  const at = args.indexOf(flag)
  return at < 0 ? undefined : args[at + 1]
}

/** What an adapter sees of the user's files. */
export function world(env: Record<string, string>, files: Record<string, string> = {}) {
  return {
    env: { HOME: '/home/u', ...env },
    exists: (path: string) => path in files,
    read: (path: string) => files[path] ?? null,
  }
}
