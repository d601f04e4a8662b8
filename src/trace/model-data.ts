/** The shipped model as data. `bench/detect/train.mjs` writes `weights.ts`; nothing here is set by hand. */
export interface ModelData {
  provenance: Provenance
  /** In the order of the weights; must be the names of `FEATURES`. */
  features: readonly string[]
  stagnation: Linear & Watching
  falseCompletion: Linear & { scale: number; shift: number; accuse: number }
  calibrations: readonly Calibration[]
}

interface Provenance {
  data: string
  licence: string
  script: string
  date: string
  runs: number
  models: number
  instances: number
  /** How the thresholds were chosen. */
  folds: string
}

/** A sum of weighted features. `centres`: the usual values, that reasons are held against. */
export interface Linear {
  weights: readonly number[]
  centres: readonly number[]
  bias: number
}

/** How scores become pressure: what is above the reference adds up, from a share of the budget on. */
export interface Watching {
  reference: number
  from: number
}

/** What a score means for one agent, and where it is acted upon. */
export interface Calibration {
  agent: string
  /** Probability: logistic of `scale · score + shift`. */
  scale: number
  shift: number
  /** Pressure at which it is told, and at which it is ended; `null`: too few runs to say. */
  nudge: number | null
  halt: number | null
  /** So many runs it rests on. */
  runs: number
}
