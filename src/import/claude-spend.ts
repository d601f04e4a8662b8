import { INPUT, sumOf } from '../agents/claude-figures.ts'
import { asAmount, asObject, asText, type JsonObject } from '../agents/json-value.ts'
import { createSeen } from '../steps/seen.ts'
import type { ImportSink, Spent } from './importer.ts'

/**
 * Each block of a message is a line of its own that has the message's figures again, the later ones with more output.
 * They count once: when the next message begins. A helper's messages come between those of the agent.
 */
export function createClaudeSpend(sink: ImportSink) {
  const counted = createSeen()
  const open = new Map<string, { id: string; spent: Spent }>()
  const close = (chain: string) => {
    const message = open.get(chain)
    open.delete(chain)
    if (message && counted.add(message.id)) sink.spend(message.spent)
  }
  return {
    note: (line: JsonObject) => {
      const message = asObject(line.message)
      const chain = line.isSidechain === true ? (asText(line.agentId) ?? 'helper') : ''
      const id = asText(message?.id) ?? asText(line.uuid) ?? ''
      if (open.get(chain)?.id !== id) close(chain)
      const spent = spentIn(line, asObject(message?.usage))
      if (spent) open.set(chain, { id, spent: larger(open.get(chain)?.spent, spent) })
      // Somebody invents helpers without end.
      if (open.size > 100) close([...open.keys()][0] ?? '')
    },
    flush: () => [...open.keys()].forEach(close),
  }
}

function spentIn(line: JsonObject, usage: JsonObject | null): Spent | null {
  if (!usage) return null
  return {
    input: sumOf(usage, INPUT),
    output: asAmount(usage.output_tokens),
    // Written by old versions alone.
    usd: asAmount(line.costUSD),
    cached: asAmount(usage.cache_read_input_tokens),
  }
}

function larger(before: Spent | undefined, now: Spent): Spent {
  return (before?.output ?? 0) > (now.output ?? 0) ? before! : now
}
