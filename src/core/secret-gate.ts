import type { AddedSecret, EventData, GateKind } from './events.ts'
import { fnv1a64 } from './fnv1a.ts'
import { gatePolicy } from './gate-policy.ts'
import type { RunState } from './state.ts'

export const SECRET_GATE: GateKind = 'secret'

/** What the question is about: the secrets, wherever they stand and in however many commits. */
export function aboutSecrets(secrets: AddedSecret[]): string {
  const ids = [...new Set(secrets.map(({ id }) => id))].sort()
  return fnv1a64(ids.join('\n')).slice(0, 12)
}

/** Whether commits with these secrets in them may be shown: the configuration lets them, or a person said yes to each. */
export function mayShow(
  state: Pick<RunState, 'start' | 'inspected' | 'gates'>,
  secrets: AddedSecret[],
): boolean {
  if (secrets.length === 0 || !isAsked(state.start!)) return true
  const allowed = new Set(
    Object.values(state.inspected)
      .filter(
        ({ secrets: seen = [] }) => state.gates[`${SECRET_GATE}-${aboutSecrets(seen)}`]?.answer === 'yes',
      )
      .flatMap(({ secrets: seen = [] }) => seen.map(({ id }) => id)),
  )
  return secrets.every(({ id }) => allowed.has(id))
}

/** Where nobody is asked, nothing is held back either. */
export function isAsked(start: EventData['run.start']): boolean {
  const policy = gatePolicy(start, SECRET_GATE)
  return policy === 'ask' || policy === 'deny'
}

/** `gates.secret_ignore`, of the configuration that the run was started with. */
export function ignoredSecrets({ policy }: EventData['run.start']): string[] {
  // Plain data that was checked when it was loaded. Older logs do not have it.
  const gates = policy.gates as { secret_ignore?: string[] } | undefined
  return gates?.secret_ignore ?? []
}

/** Where it is, and what it is; never what it says. */
export function secretWords({ file, line, kind, id }: AddedSecret): string {
  const where = line === null ? file : `${file}:${line}`
  return `${where}: ${kind}${id.startsWith('$') ? '' : ` (${id})`}`
}
