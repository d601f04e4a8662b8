import { cline, crush, geminiCli, opencode, roo } from './call-rules.ts'
import { ralphClaudeCode, ralphOrchestrator } from './loop-rules.ts'
import { openhands, openhandsSdk } from './openhands.ts'
import type { Port } from './port.ts'

/** What other tools would have done with the same runs. A new one is a file beside these and a word here. */
export const ports: readonly Port[] = [
  openhands,
  openhandsSdk,
  geminiCli,
  opencode,
  roo,
  cline,
  crush,
  ralphClaudeCode,
  ralphOrchestrator,
]
