import { expect, test } from 'vitest'
import type { EventData } from '../../src/core/events.ts'
import { checkpointWords } from '../../src/report/context-words.ts'

const checkpoint: EventData['context.checkpoint'] = {
  step: '1-do-maker-2',
  attempt: 2,
  pass: 2,
  trigger: 'occupancy',
  occupancy: 0.853,
  source: 'agent',
  action: 'checkpoint',
  head: 'a'.repeat(40),
  artifact: 'checkpoints/1.md',
  text: '',
}

test('a checkpoint says why it was made', () => {
  expect(checkpointWords(checkpoint)).toBe('the agent’s window is 85 % full')
  expect(checkpointWords({ ...checkpoint, source: 'estimate' })).toBe('the agent’s window is about 85 % full')
  expect(checkpointWords({ ...checkpoint, trigger: 'interval' })).toBe('due by the clock')
})

test('and what follows from it', () => {
  const full = { ...checkpoint, trigger: 'exhausted' as const, action: 'clear' as const }
  expect(checkpointWords(full)).toBe('the agent’s window was full; pass 2 goes on in a fresh conversation')
})
