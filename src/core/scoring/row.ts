/** One reviewer with one model in one run: counts only, so that many runs can be added up. */
export interface ScoreRow {
  reviewer: string
  model: string
  /** Verdicts that stood. */
  reviews: number
  /** CRITICAL and WARNING findings, each once however often it was raised. */
  raised: number
  /** Fixed, and the fix was kept. */
  fixed: number
  /** Raised by another reviewer or by the supervisor as well. */
  confirmed: number
  /** Fixed or confirmed. */
  useful: number
  contradicted: number
  /** The run ended before it could show. */
  undecided: number
  /** `null`: a call did not say what it cost. */
  usd: number | null
  /** A part of `usd` is tokens at the price table's prices. */
  estimated: boolean
  /** Whether its reviews led to the run's proven end; `null`: something else ended the run. */
  exit: boolean | null
}

export interface RunScore {
  run_id: string
  ended: string
  status: string
  rows: ScoreRow[]
}
