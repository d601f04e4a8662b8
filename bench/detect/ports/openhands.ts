import type { Step } from '../../../src/steps/step.ts'
import { callOf, inRow, type Port, resultOf, type Says } from './port.ts'

/**
 * Four equal actions with four equal observations; three equal actions with three errors; three equal messages; two
 * actions with their observations to and fro, six of them.
 */
function isStuck(
  steps: readonly Step[],
  limits: { same: number; errors: number; messages: number },
): boolean {
  const calls = steps.map(callOf)
  const pairs = steps.map((step) => `${callOf(step)} ${resultOf(step)}`)
  if (inRow(pairs) >= limits.same) return true
  if (inRow(calls) >= limits.errors && steps.slice(-limits.errors).every(({ failed }) => failed === true))
    return true
  const said = steps
    .filter(({ tool }) => tool === null || tool.name === 'message')
    .map(({ thought }) => thought)
  if (isMessage(steps.at(-1)) && inRow(said) >= limits.messages && said.at(-1) !== '') return true
  const last = pairs.slice(-6)
  return last.length === 6 && last[0] !== last[1] && last.every((pair, at) => pair === last[at % 2])
}

function isMessage(step: Step | undefined): boolean {
  return step !== undefined && (step.tool === null || step.tool.name === 'message')
}

export const openhands: Port = {
  tool: 'OpenHands',
  rule: '4 equal actions and observations · 3 equal actions with errors · 3 equal messages · A, B, A, B, A, B',
  open: () => {
    const steps: Step[] = []
    return (step) => {
      steps.push(step)
      return isStuck(steps, { same: 4, errors: 3, messages: 3 }) ? 'halt' : null
    }
  },
}

/** Only the last 20 are looked at. It warns one repetition before it ends the run. */
export const openhandsSdk: Port = {
  tool: 'OpenHands SDK',
  rule: 'the same in a window of 20: told at 3, ended at 4',
  open: () => {
    const steps: Step[] = []
    return (step): Says => {
      steps.push(step)
      if (steps.length > 20) steps.shift()
      if (isStuck(steps, { same: 4, errors: 4, messages: 4 })) return 'halt'
      return isStuck(steps, { same: 3, errors: 3, messages: 3 }) ? 'nudge' : null
    }
  },
}
