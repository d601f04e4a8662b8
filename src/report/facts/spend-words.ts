import type { RunState } from '../../core/state.ts'
import { PRICES_DATE } from '../../policy/prices.ts'
import { money, roleTitle, spent } from '../words.ts'
import type { SpendFacts, Spending } from './facts.ts'

export function spendFacts({ spend, start }: RunState, byRole: Spending, byModel: Spending): SpendFacts {
  const { usd, tokens, unknown_calls, estimated_usd = 0 } = spend
  const titled = byRole.shares.map((share) => ({ ...share, name: roleTitle(share.name, start) }))
  return {
    text: spendWords(spend),
    usd,
    tokens,
    unknown_calls,
    estimated_usd,
    by_role: { ...byRole, shares: titled },
    by_model: byModel,
  }
}

function spendWords(spend: RunState['spend']): string {
  const { estimated_usd: estimate = 0 } = spend
  const part = estimate < spend.usd ? `${money(estimate)} of it is` : 'this is'
  const note = `${part} an estimate from tokens, at list prices of ${PRICES_DATE}`
  return estimate > 0 ? `${spent(spend)} (${note})` : spent(spend)
}
