import { describe, expect, it } from 'vitest'
import { createLimitWatch } from '../../src/runtime/clock.ts'

const HOUR = 3_600_000
const START = 1_000_000

function driver(limits: { idleMs: number | null; wallMs: number | null }) {
  const watch = createLimitWatch(limits, START)
  let now = START
  let output = START
  return {
    watch,
    speak: () => {
      output = now
    },
    pass: (ms: number) => {
      now += ms
      return watch.tick(now, output)
    },
    seconds(count: number) {
      let verdict = 'ok'
      for (let i = 0; i < count && verdict === 'ok'; i++) verdict = this.pass(1000)
      return verdict
    },
  }
}

describe('limits', () => {
  it('calls silence idle when it is as long as the limit, not a second before', () => {
    const time = driver({ idleMs: 60_000, wallMs: null })
    expect(time.seconds(59)).toBe('ok')
    expect(time.seconds(1)).toBe('idle')
  })

  it('counts idle time from the last output', () => {
    const time = driver({ idleMs: 60_000, wallMs: null })
    time.seconds(59)
    time.speak()
    expect(time.seconds(59)).toBe('ok')
    expect(time.seconds(1)).toBe('idle')
  })

  it('calls the wall limit also for a process that never stops talking', () => {
    const time = driver({ idleMs: 60_000, wallMs: 120_000 })
    for (let i = 0; i < 119; i++) {
      time.speak()
      expect(time.pass(1000)).toBe('ok')
    }
    expect(time.pass(1000)).toBe('wall')
  })

  it('has no limit where none is set', () => {
    expect(driver({ idleMs: null, wallMs: null }).seconds(100_000)).toBe('ok')
  })

  it('PS7: a machine that slept 8 hours gives no false timeout, and the gap is told', () => {
    const time = driver({ idleMs: 60_000, wallMs: 600_000 })
    expect(time.seconds(30)).toBe('ok')
    expect(time.pass(8 * HOUR)).toBe('ok')
    expect(time.watch.sleptMs).toBe(8 * HOUR - 1000)
    expect(time.seconds(28)).toBe('ok')
    expect(time.seconds(1)).toBe('idle')
  })

  it('PS7: output from just before the sleep does not make the sleep count as silence', () => {
    const time = driver({ idleMs: 60_000, wallMs: null })
    time.seconds(30)
    time.speak()
    expect(time.pass(8 * HOUR)).toBe('ok')
    expect(time.seconds(58)).toBe('ok')
    expect(time.seconds(1)).toBe('idle')
  })

  it('takes a late tick of a busy machine for time awake', () => {
    const time = driver({ idleMs: null, wallMs: 12_000 })
    expect(time.pass(6000)).toBe('ok')
    expect(time.pass(6000)).toBe('wall')
    expect(time.watch.sleptMs).toBe(0)
  })

  it('takes anything later than that for sleep', () => {
    const time = driver({ idleMs: null, wallMs: 12_000 })
    expect(time.pass(6001)).toBe('ok')
    expect(time.watch.sleptMs).toBe(5001)
  })

  it('survives a clock that is set back', () => {
    const time = driver({ idleMs: 10_000, wallMs: 20_000 })
    expect(time.seconds(5)).toBe('ok')
    expect(time.pass(-HOUR)).toBe('ok')
    expect(time.watch.sleptMs).toBe(0)
    expect(time.seconds(4)).toBe('ok')
    expect(time.seconds(1)).toBe('idle')
  })
})
