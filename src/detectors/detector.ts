/** What a rule saw, one line each, with the figures that decided it. Never empty. */
export type Evidence = string[]

export type Layer = 'archetype' | 'system' | 'boundary' | 'stagnation' | 'break'

export type Thresholds = Record<string, number>

/** One rule. It reads facts of a scene and nothing else: no files, no clock, no words of an agent's for their own sake. */
export interface Detector<S, T extends Thresholds = Thresholds> {
  /** `role.shadow.trigger`, `system.shadow`, `boundary.name`, `break.name`. Users switch and tune it by this. */
  id: string
  layer: Layer
  /** What several triggers are one occurrence of; the ladder counts these. */
  shadow: string
  title: string
  /** What it notices, in one sentence without a full stop. */
  notices: string
  /** What it cannot see: where a person, or a judge, would know better. */
  blindTo?: string
  /** The numbers a user may change, with their defaults. */
  thresholds: T
  detect(scene: S, thresholds: T): Evidence | null
  /** Where `detect` is silent because only judgement would tell; a judge is asked, if there is one. */
  judgement?: Judgement<S, T>
  /** What is said to whoever is corrected, or what is done. */
  correction: string
  examples: Example<S>[]
}

interface Judgement<S, T extends Thresholds = Thresholds> {
  /** One that yes or no answers; yes makes what was suspected a trigger. */
  question: string
  /** What the structure alone makes suspicious. It never takes a trigger of `detect` away. */
  suspects(scene: S, thresholds: T): Evidence | null
}

/** A rule carries its own evidence: scenes with what it says about them. The generic test runs them all. */
export interface Example<S> {
  says: 'fires' | 'quiet'
  /** `boundary`: one step before it would fire. `immune`: looks like it, and serves the goal. */
  kind: 'plain' | 'boundary' | 'immune'
  name: string
  scene: S
}

/** Only to have the thresholds' names known inside `detect`. */
export function detector<S, K extends string>(rule: Detector<S, Record<K, number>>): Detector<S> {
  // Thresholds are looked up by name, and only the names of its own come in: the narrower type is the same data.
  return rule as unknown as Detector<S>
}

export function fires<S>(name: string, scene: S): Example<S> {
  return { says: 'fires', kind: 'plain', name, scene }
}

export function quiet<S>(name: string, scene: S): Example<S> {
  return { says: 'quiet', kind: 'plain', name, scene }
}

/** The last scene before the rule fires. */
export function boundary<S>(name: string, scene: S): Example<S> {
  return { says: 'quiet', kind: 'boundary', name, scene }
}

/** It looks like the shadow, and serves the goal. */
export function immune<S>(name: string, scene: S): Example<S> {
  return { says: 'quiet', kind: 'immune', name, scene }
}
