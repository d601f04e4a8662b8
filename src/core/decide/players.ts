import { failureRules } from '../../policy/failures.ts'
import { chainOf, shownAgent } from '../chains.ts'
import type { Command } from '../commands.ts'
import type { DecisionName } from '../events.ts'
import type { Trouble } from '../state.ts'
import { type Standing, standingOf } from './standing.ts'
import { type Decided, finish, type View } from './strategy.ts'

interface Asked {
  role: string
  step: string
  attempt: number
  phase: Extract<Command, { do: 'agent' }>['call']['phase']
}

/** Who plays: the first of the role's chain that can. Otherwise what has to happen first: say so, wait, or give up. */
export function choosePlayer(view: View, asked: Asked): { agent: string } | { open: Decided } {
  const chain = chainOf(view.start.agents, asked.role)
  const decided = decidedBefore(view, asked)
  if (decided !== null && chain.includes(decided)) return { agent: decided }
  const all = chain.map((agent) => ({ agent, standing: standingOf(view, asked, agent) }))
  for (const { agent, standing } of all) {
    if (standing.kind === 'free')
      return agent === chain[0] ? { agent } : { open: handOver(view, asked, { agent, chain }) }
    if (standing.kind === 'pausing' && standing.short) return { open: waitFor(agent, standing) }
    if (standing.kind === 'gone' && !failureRules[standing.trouble.cause].handsOver) break
  }
  return { open: waitForAny(all) ?? giveUp(asked.role, all) }
}

type Placed = { agent: string; standing: Standing }[]

const WORDS: Partial<Record<Trouble['cause'], string>> = {
  limit: 'is at its usage limit',
  overload: 'is overloaded',
  connection: 'cannot be reached',
  authentication: 'cannot log in',
  missing: 'is not installed',
  model: 'does not know the model',
}

function troubleWords(agent: string, { cause }: Trouble): string {
  return `${shownAgent(agent)} ${WORDS[cause] ?? `failed (${cause})`}`
}

function waitFor(agent: string, { until, trouble }: { until: string; trouble: Trouble }): Decided {
  return { wakeAt: until, why: troubleWords(agent, trouble) }
}

/** The earliest who comes back by itself. An agent that was given up on is no reason to wait, but may be back sooner. */
function waitForAny(all: Placed): Decided {
  if (!all.some(({ standing }) => standing.kind === 'pausing')) return null
  const waits = all.flatMap(({ agent, standing }) =>
    standing.kind === 'free' || standing.until === null
      ? []
      : [{ wakeAt: standing.until, why: troubleWords(agent, standing.trouble) }],
  )
  return waits.sort((a, b) => (a.wakeAt < b.wakeAt ? -1 : 1))[0] ?? null
}

const FALLBACK: DecisionName = 'agent-fallback'

/** On the record before it happens, so that a resumed run calls the same one. */
function handOver(view: View, asked: Asked, to: { agent: string; chain: string[] }): Decided {
  const before = to.chain.slice(0, to.chain.indexOf(to.agent))
  const reasons = before.flatMap((agent) => {
    const standing = standingOf(view, asked, agent)
    if (standing.kind === 'free') return []
    const until = standing.until === null ? '' : ` until ${standing.until}`
    return [`${troubleWords(agent, standing.trouble)}${until}`]
  })
  const data = {
    what: FALLBACK,
    chosen: to.agent,
    alternatives: to.chain.filter((agent) => agent !== to.agent),
    rationale: `${asked.step}, call ${asked.attempt}: ${reasons.join('; ')}`,
    about: callOf(asked),
  }
  const event = { type: 'decision' as const, phase: asked.phase, agent: asked.role, data }
  return [{ do: 'record', key: `fallback:${callOf(asked)}`, event }]
}

function decidedBefore({ state }: View, asked: Asked): string | null {
  const about = callOf(asked)
  return state.decisions.find((each) => each.what === FALLBACK && each.about === about)?.chosen ?? null
}

function callOf({ step, attempt }: Asked): string {
  return `${step}:${attempt}`
}

function giveUp(role: string, all: Placed): Command[] {
  const gone = all.flatMap(({ agent, standing }) =>
    standing.kind === 'gone' ? [{ agent, trouble: standing.trouble }] : [],
  )
  const [first] = gone
  if (!first) return finish('agent-unavailable', 4, `no agent is named for the ${role}`)
  const said = gone.map(({ agent, trouble }) =>
    gone.length > 1 ? `${shownAgent(agent)}: ${trouble.message}` : trouble.message,
  )
  const { response, fix } = failureRules[first.trouble.cause]
  if (response === 'unavailable')
    return finish(
      'agent-unavailable',
      4,
      `${troubleWords(first.agent, first.trouble)}: ${said.join('; ')}; ${fix}`,
    )
  return finish('agent-failed', 14, `${role}'s agent failed (${first.trouble.cause}): ${said.join('; ')}`)
}
