import { aboutSecrets, isAsked, mayShow, SECRET_GATE, secretWords } from '../secret-gate.ts'
import { needYes } from './gates.ts'
import type { Decided, View } from './strategy.ts'

const MAX_SHOWN = 50

/** Before anybody else can get at it: a secret that is in the history stays there. */
export function secretsInside(view: View): Decided {
  const { state, start } = view
  const { secrets = [] } = state.inspected[state.merge!.head]!
  if (secrets.length === 0 || !isAsked(start)) return null
  const isKnown = state.gates[`${SECRET_GATE}-${aboutSecrets(secrets)}`] !== undefined
  // Those that were let through before, less one, are no new question.
  if (!isKnown && mayShow(state, secrets)) return null
  const evidence = [
    ...secrets.slice(0, MAX_SHOWN).map(secretWords),
    'no: take it out of every commit, and read it from the environment; if anybody else has it, replace it',
    'no secret at all? name its path, its sha256:… or its $VARIABLE in gates.secret_ignore',
  ]
  const question = `The change holds what looks like ${secrets.length > 1 ? `${secrets.length} secrets` : 'a secret'}. ${start.live ? 'Accept' : 'Land'} it all the same?`
  return needYes(view, { kind: SECRET_GATE, about: aboutSecrets(secrets), question, evidence }, { exit: 10 })
}
