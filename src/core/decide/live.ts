import { gatePolicy } from '../gate-policy.ts'
import { proofOf } from '../proof.ts'
import { verificationOf } from '../verification.ts'
import { breaker } from './breaking.ts'
import { landingGates, verifyWork } from './landing.ts'
import { collectWork, continueOrComplete, endPass, passWish, unlessEmpty } from './loop.ts'
import { contextCheck } from './loop-context.ts'
import { checkDrift } from './loop-drift.ts'
import { isRed, leftOver, unsaid } from './loop-pass.ts'
import { inspectWork, needBaseline, withAnswers } from './making.ts'
import { reviewBy } from './reviewing.ts'
import { changesCode, proofWords } from './show-defect.ts'
import { finish, inPhase, type Rule, type Strategy } from './strategy.ts'
import { presentWork, whereWork } from './work.ts'

/** 1 EXECUTE. The session works in the user's own tree, where nothing is run beside it. */
const execute: Rule = (view) => {
  const wish = passWish(view)
  return wish && withAnswers(view, wish)
}

/** Nothing is merged: what stands in the tree is what is verified. */
const takeAsItIs: Rule = (view) => {
  const { head } = presentWork(view)!
  if (view.state.merge?.head === head) return null
  return inPhase(view, 'act', [{ do: 'build-merge', key: `merge:${head}`, head }])
}

/** 2 CHECK. The base's own checks are run only where code changed or something is red: whoever waits here is a person. */
const verify: Rule = (view) => {
  const { state, start } = view
  if (!start.live!.verify) return null
  const open = verifyWork(view)
  const checked = verificationOf(state, 'merged')
  const matters = checked?.ran && (!checked.green || changesCode(view))
  const baseline = matters ? needBaseline(view) : []
  return baseline.length > 0 ? baseline : open
}

/** 3 REVIEW. By the session itself, or by the agent that the configuration names. */
const review: Rule = (view) => {
  const { moved, merge } = view.state
  const changed = moved !== null && moved.from === merge?.head
  // What is red, or changed since it was to be read, or not done by the session's own word, is not worth a turn yet.
  const early = changed || isRed(view) || unsaid(view).length > 0
  return view.start.live!.review === 'off' || early ? null : reviewBy(view, 'sage')
}

/** Nothing is left to do. What nobody could verify is not called proven. */
const complete: Rule = (view) => {
  const { state, start } = view
  const where = whereWork(start)
  const left = leftOver(view)
  // A person said that it is enough.
  if (left.length > 0)
    return finish('accepted', 0, `accepted as it is, with ${left.length} open: ${left[0]}; ${where}`)
  const checked = verificationOf(state, 'merged')
  const proof = proofOf(state)
  if (proof) return finish(proof.kind, 0, `${checked!.reason}${proofWords(view)}; ${where}`)
  // It was red before, and a person takes it so.
  if (checked?.ran) return finish('accepted', 0, `${checked.reason}; ${where}`)
  if (!start.live!.verify) return finish('unverified', 0, `verification is turned off; ${where}`)
  const why = `nothing here could verify the work (${start.verify.detected}); ${where}`
  return finish('unverified', gatePolicy(start, 'unverified') === 'allow' ? 0 : 12, why)
}

/** The loop in a person's own session: its agent calls us when it stops, and is told to go on. */
export const live: Strategy = {
  name: 'live',
  stages: { do: 'Execute', check: 'Review', act: 'Check' },
  rules: [
    execute,
    collectWork,
    unlessEmpty(inspectWork),
    unlessEmpty(takeAsItIs),
    unlessEmpty(verify),
    unlessEmpty(review),
    unlessEmpty(checkDrift),
    contextCheck,
    endPass,
    breaker,
    continueOrComplete,
    landingGates,
    complete,
  ],
}
