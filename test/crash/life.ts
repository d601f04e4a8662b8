import type { ReadScenario } from '../../src/agents/scripted/scenario.ts'
import type { EventOf, WiggumEvent } from '../../src/core/events.ts'
import type { Repository } from '../../src/workspace/repository.ts'
import type { Facts } from './facts.ts'

/** One life of a supervisor: the world it finds, and who watches what it does there. */
export interface Life {
  repo: Repository
  facts: Facts
  scenario: ReadScenario
  /** What somebody else commits to the target once the Maker is at work. */
  meanwhile: Readonly<Record<string, string>> | null
  /** A place to die at, between two parts of one effect. */
  place(name: string): void
  /** Something happened that never may. */
  wrong(problem: string): void
  /** The log, as a kill would leave it now. */
  log(): WiggumEvent[]
}

/** An effect must find its intent in the log. */
export function needs(life: Life, what: string, isIntent: (event: WiggumEvent) => boolean): void {
  if (!life.log().some(isIntent)) life.wrong(`${what}, and the log does not say that it was meant to be`)
}

/** What the log says is done is not done again. */
export function notAfter(life: Life, what: string, isDone: (event: WiggumEvent) => boolean): void {
  if (life.log().some(isDone)) life.wrong(`${what}, and the log says that it was done already`)
}

export function isA<T extends WiggumEvent['type']>(
  type: T,
  like: (data: EventOf<T>['data']) => boolean = () => true,
): (event: WiggumEvent) => boolean {
  // The comparison says which event it is; TypeScript does not carry that to a generic type.
  return (event) => event.type === type && like((event as EventOf<T>).data)
}
