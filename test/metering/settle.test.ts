import { expect, it } from 'vitest'
import type { Usage } from '../../src/core/events.ts'
import { NOTHING_READ } from '../../src/metering/protocols.ts'
import { type Accounts, settle } from '../../src/metering/settle.ts'
import { addRequest, NO_REQUESTS, type Tally } from '../../src/metering/tally.ts'

const use = (input: number | null, output: number | null, cost: number | null = null): Usage => ({
  input_tokens: input,
  output_tokens: output,
  cost_usd: cost,
  turns: 3,
})
const none: Accounts = { agent: null, running: null, tally: null, model: null, prices: {} }
const MODEL = 'gpt-5'

function counted(model: string | null, input: number, output: number, complete = true): Tally {
  const reading = { model, input, output, cacheRead: 0, cacheWrite: 0, ending: true, final: true }
  return addRequest(NO_REQUESTS, { reading, complete }, {})
}

it('what nobody says is unknown, and not zero', () => {
  const unknown = { input_tokens: null, output_tokens: null, cost_usd: null, turns: null }
  expect(settle(none)).toEqual({ usage: unknown, usage_source: 'unknown' })
  expect(settle({ ...none, agent: use(null, null) }).usage_source).toBe('unknown')
  expect(settle({ ...none, tally: NO_REQUESTS }).usage_source).toBe('unknown')
})

it('the agent’s own figures stand as they are', () => {
  const agent = use(10, 5, 0.5)
  expect(settle({ ...none, agent, model: MODEL })).toEqual({ usage: agent, usage_source: 'agent' })
})

it('tokens without a cost are priced, and marked; of an unknown model they are not', () => {
  const agent = { ...use(1_000_000, 100_000), cache_read_tokens: 400_000 }
  const { usage } = settle({ ...none, agent, model: MODEL })
  expect(usage.cost_usd).toBeCloseTo(0.6 * 1.25 + 0.4 * 0.125 + 1, 10)
  expect(usage.cost_estimated).toBe(true)
  expect(settle({ ...none, agent, model: 'nobody-knows' }).usage).toEqual(agent)
  expect(settle({ ...none, agent, model: null }).usage.cost_usd).toBeNull()
  expect(settle({ ...none, agent: use(5, null), model: MODEL }).usage.cost_usd).toBeNull()
})

it('a call without a result is charged with what it said on the way, as a part', () => {
  const { usage, usage_source } = settle({ ...none, running: use(100, 20), model: MODEL })
  expect(usage).toMatchObject({ input_tokens: 100, partial: true, cost_estimated: true })
  expect(usage_source).toBe('agent')
})

it('the meter’s count replaces the agent’s, which is noted where it differs', () => {
  const tally = counted(MODEL, 1000, 50)
  const same = settle({ ...none, agent: use(1000, 50), tally })
  expect(same).toMatchObject({ usage_source: 'proxy', usage: { input_tokens: 1000, turns: 3 } })
  expect(same.agent_usage).toBeUndefined()
  const agent = use(900, 50)
  expect(settle({ ...none, agent, tally })).toMatchObject({
    usage_source: 'proxy',
    usage: { input_tokens: 1000 },
    agent_usage: agent,
  })
  expect(settle({ ...none, agent: use(null, null), tally }).agent_usage).toBeUndefined()
})

it('the agent’s cost counts if the tokens are the same, or we know no price; else ours, as an estimate', () => {
  const tally = counted(MODEL, 1_000_000, 0)
  expect(settle({ ...none, agent: use(1_000_000, 0, 0.9), tally }).usage).toMatchObject({
    cost_usd: 0.9,
    cost_estimated: false,
  })
  expect(settle({ ...none, agent: use(500_000, 0, 0.9), tally }).usage).toMatchObject({
    cost_usd: 1.25,
    cost_estimated: true,
  })
  const unpriced = counted('nobody-knows', 1000, 0)
  expect(settle({ ...none, agent: use(5, 5, 0.9), tally: unpriced }).usage.cost_usd).toBe(0.9)
  expect(settle({ ...none, agent: use(5, 5), tally: unpriced }).usage.cost_usd).toBeNull()
})

it('a meter that saw nothing, or only what it could not read, leaves the word to the agent', () => {
  const agent = use(7, 8)
  const unread = addRequest(
    NO_REQUESTS,
    {
      reading: NOTHING_READ,
      complete: false,
    },
    {},
  )
  for (const tally of [NO_REQUESTS, unread])
    expect(settle({ ...none, agent, tally })).toEqual({ usage: agent, usage_source: 'agent' })
})

it('a call whose every request was refused has used nothing, and that is known', () => {
  const tally = { ...NO_REQUESTS, refused: 3 }
  const { usage, usage_source } = settle({ ...none, tally })
  expect(usage).toMatchObject({ input_tokens: 0, output_tokens: 0, cost_usd: 0 })
  expect(usage.cost_estimated).toBeUndefined()
  expect(usage_source).toBe('proxy')
})

it('a request that was cut off makes the count a part of the truth', () => {
  expect(settle({ ...none, tally: counted(MODEL, 10, 1, false) }).usage.partial).toBe(true)
  expect(settle({ ...none, tally: counted(MODEL, 10, 1) }).usage.partial).toBeUndefined()
})
