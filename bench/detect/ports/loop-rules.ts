import type { Port } from './port.ts'

/**
 * These rules are about passes of a loop, each an agent's whole session. On a trace one step is taken for one pass:
 * a step makes progress if a file was changed or it says that it is finished.
 */
export const ralphClaudeCode: Port = {
  tool: 'ralph-claude-code',
  rule: 'no progress ×3 (told at 2) · any error ×5 · denials ×2; a step stands for a pass',
  open: () => {
    let idle = 0
    let errors = 0
    return ({ edit, tool, failed }) => {
      idle = edit?.ok === true || tool?.name === 'finish' ? 0 : idle + 1
      errors = failed === true ? errors + 1 : 0
      if (idle >= 3 || errors >= 5) return 'halt'
      return idle === 2 ? 'nudge' : null
    }
  },
}

export const ralphOrchestrator: Port = {
  tool: 'ralph-orchestrator',
  rule: 'the same event ×3 · 5 failures in a row; a step stands for an event',
  open: () => {
    let before = ''
    let same = 0
    let failures = 0
    return ({ tool, arguments: given, thought, failed }) => {
      const event = `${tool?.name ?? ''} ${given?.digest ?? ''} ${thought}`
      same = event === before ? same + 1 : 1
      before = event
      failures = failed === true ? failures + 1 : 0
      return same >= 3 || failures >= 5 ? 'halt' : null
    }
  },
}
