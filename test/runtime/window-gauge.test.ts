import { describe, expect, test } from 'vitest'
import { gaugeWindow } from '../../src/runtime/perform/window-gauge.ts'

const session = (model: string | null) => ({ kind: 'session' as const, id: 's', model, version: null })

describe('how full a window is', () => {
  test('is what the agent said last, of the window of the model it named', () => {
    const gauge = gaugeWindow({ model: null, chars: 4000 })
    gauge.take(session('gemini-2.5-pro'))
    gauge.take({ kind: 'context', used: 10, size: null })
    gauge.take({ kind: 'context', used: 900_000, size: null })
    expect(gauge.use(null)).toEqual({ used: 900_000, window: 1_000_000, source: 'agent' })
  })

  test('is of the size the agent gives, where it gives one', () => {
    const gauge = gaugeWindow({ model: 'gemini-2.5-pro', chars: 0 })
    gauge.take({ kind: 'context', used: 50, size: 100 })
    expect(gauge.use(null)).toEqual({ used: 50, window: 100, source: 'agent' })
    gauge.take({ kind: 'context', used: 50, size: 0 })
    expect(gauge.use(null).window).toBe(1_000_000)
  })

  test('is what the agent’s own record says, before its stream', () => {
    const gauge = gaugeWindow({ model: null, chars: 0 })
    gauge.take({ kind: 'context', used: 1, size: null })
    const own = { failure: null, usage: null, context: { used: 70.4, size: 258_400 } }
    expect(gauge.use(own)).toEqual({ used: 70, window: 258_400, source: 'agent' })
  })

  test('is not known where the agent holds more than the model is thought to', () => {
    const gauge = gaugeWindow({ model: 'a-model-of-mine', chars: 0 })
    gauge.take({ kind: 'context', used: 200_000, size: null })
    expect(gauge.use(null).window).toBe(200_000)
    gauge.take({ kind: 'context', used: 200_001, size: null })
    expect(gauge.use(null)).toEqual({ used: 200_001, window: 0, source: 'agent' })
    gauge.take({ kind: 'context', used: 200_001, size: 200_000 })
    expect(gauge.use(null).window).toBe(200_000)
    const estimate = gaugeWindow({ model: null, chars: 1_000_000 })
    expect(estimate.use(null)).toEqual({ used: 250_000, window: 200_000, source: 'estimate' })
  })

  test('is estimated from the prompt and all that was said and read', () => {
    const gauge = gaugeWindow({ model: null, chars: 400 })
    gauge.take({ kind: 'text', text: 'x'.repeat(40) })
    gauge.take({ kind: 'thought', text: 'x'.repeat(40) })
    gauge.take({ kind: 'tool-call', id: '1', name: 'Bash', input: { a: 'bb' } })
    gauge.take({ kind: 'tool-call', id: '2', name: 'Bash', input: undefined })
    gauge.take({ kind: 'tool-result', id: '1', isError: false, text: 'x'.repeat(50_000) })
    gauge.take({ kind: 'denial', tool: 'Bash' })
    const chars = 400 + 40 + 40 + '{"a":"bb"}'.length + 40_000
    expect(gauge.use(null)).toEqual({ used: Math.ceil(chars / 4), window: 200_000, source: 'estimate' })
  })

  test('nonsense is nothing', () => {
    const gauge = gaugeWindow({ model: null, chars: 0 })
    gauge.take({ kind: 'context', used: Number.NaN, size: null })
    expect(gauge.use(null).used).toBe(0)
    gauge.take({ kind: 'context', used: -5, size: null })
    expect(gauge.use(null).used).toBe(0)
  })
})
