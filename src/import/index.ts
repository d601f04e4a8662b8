import { claude } from './claude.ts'
import { codex } from './codex.ts'
import { gemini, geminiDocument } from './gemini.ts'
import type { Importer } from './importer.ts'
import { miniSweAgent } from './mini-swe-agent.ts'
import { opencode } from './opencode.ts'
import { openhands, openhandsOutput } from './openhands.ts'
import { records } from './records.ts'
import { sweAgent } from './swe-agent.ts'
import { wiggum } from './wiggum.ts'

/** In the order in which they are asked whether a file is theirs. */
export const importers: readonly Importer[] = [
  wiggum,
  records,
  claude,
  codex,
  gemini,
  geminiDocument,
  opencode,
  miniSweAgent,
  openhandsOutput,
  openhands,
  sweAgent,
]
