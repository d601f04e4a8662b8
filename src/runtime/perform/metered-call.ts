import { readFileSync } from 'node:fs'
import type { Agent, Launch } from '../../agents/agent.ts'
import type { AgentCall } from '../../core/commands.ts'
import type { OpenCall } from '../../metering/meter.ts'
import { addTallies, type Tally } from '../../metering/tally.ts'
import { type RunContext, record } from '../context.ts'

export interface MeteredCall {
  launch: Launch
  /** What the agent has to read besides, in a sandbox too. */
  reads: string[]
  /** What was counted; `null` where nothing could be. */
  close(): Tally | null
  /** It has seen at least one request. */
  counts(): boolean
}

const NOT_METERED = { reads: [], close: () => null, counts: () => false }

interface Outgoing {
  agent: Agent
  launch: Launch
  onTally(tally: Tally): void
}

/** Leads the agent's requests through the run's meter, if there is one and the agent can be led. */
export function throughMeter(context: RunContext, call: AgentCall, outgoing: Outgoing): MeteredCall {
  const { agent, launch } = outgoing
  const { meter } = context
  if (!meter) return { launch, ...NOT_METERED }
  const seam = agent.meter?.({ env: launch.env, read: readText }) ?? null
  if (seam === null || !isReachable(context)) {
    const why = seam
      ? 'its sandbox does not let it reach the proxy'
      : 'it cannot be pointed at a proxy as it is set up here'
    say(context, call, { agent, why })
    return { launch, ...NOT_METERED }
  }
  const total = () => addTallies(lines.map((line) => line.tally()))
  const lines: OpenCall[] = seam.upstreams.map((upstream) =>
    meter.open({
      upstream,
      env: context.env,
      prices: context.config.prices ?? {},
      onTally: () => outgoing.onTally(total()),
    }),
  )
  const { env = {}, args = [], reads = [] } = seam.point(lines.map(({ url }) => url))
  return {
    launch: {
      ...launch,
      args: [...launch.args, ...args],
      env: { ...launch.env, ...direct(launch.env), ...env },
    },
    reads,
    counts: () => total().requests > 0,
    close() {
      for (const line of lines) line.close()
      const { requests, refused } = total()
      if (requests + refused === 0)
        say(context, call, { agent, why: 'no request of its came through the proxy' })
      return total()
    },
  }
}

/** Bubblewrap's boxes get a way to the meter's port; the other sandbox opens no port of this machine. */
function isReachable({ sandbox }: RunContext): boolean {
  return sandbox.name !== 'srt'
}

/** Once a run for each agent. */
function say(context: RunContext, call: AgentCall, { agent, why }: { agent: Agent; why: string }): void {
  const chosen = `${agent.label}'s own figures`
  if (context.state.decisions.some((each) => each.what === 'metering' && each.chosen === chosen)) return
  const data = { what: 'metering' as const, chosen, alternatives: ['the metering proxy'], rationale: why }
  record(context, { type: 'decision', phase: call.phase, data })
}

/** The way out of a company's network does not lead to this machine. */
function direct(env: Readonly<Record<string, string>>): Record<string, string> {
  if (!Object.keys(env).some((name) => /^(?:https?|all)_proxy$/i.test(name))) return {}
  const here = '127.0.0.1,localhost'
  const named = ['NO_PROXY', 'no_proxy'].map((name) => [name, env[name] ? `${env[name]},${here}` : here])
  return Object.fromEntries(named)
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Not there, or not for us to read: then nothing is known from it.
    return null
  }
}
