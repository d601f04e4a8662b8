import { echoChamber } from '../../detectors/system/echo-chamber.ts'
import { countedReview, reviewBy } from './reviewing.ts'
import type { Rule, View } from './strategy.ts'

/** Everybody agreed too fast: the Guardian looks once more, told to find what is wrong. Its word counts with the others'. */
export const adversarialReview: Rule = (view) =>
  isWanted(view) ? reviewBy(view, 'guardian', { variant: 'adversarial', note: echoChamber.correction }) : null

function isWanted(view: View): boolean {
  const { signals, corrections } = view.state
  const step = countedReview(view, 'guardian')?.step
  const signal = signals.find((each) => each.shadow === echoChamber.shadow && each.step === step)
  return corrections.some((each) => each.signal === signal?.id && each.rung === 'correct')
}
