import type { Amount, DiagnosedRun } from '../../diagnose/diagnosed-run.ts'
import type { Estimate } from '../../trace/watch.ts'
import { oneLine, plural } from '../words.ts'

const THOUSAND = 1_000
const MILLION = 1_000_000
const BILLION = 1_000_000_000

/** `~`: an estimate. Three figures are as many as a person compares. */
export function tokens(count: number, isEstimate = false): string {
  const sign = isEstimate ? '~' : ''
  if (count < THOUSAND) return `${sign}${Math.round(count)}`
  const [unit, name] =
    count < 999_500 ? [THOUSAND, 'k'] : count < 999_500_000 ? [MILLION, 'M'] : [BILLION, 'G']
  const value = count / unit
  return `${sign}${value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en')} ${name}`
}

export function percentWords(share: number): string {
  const percent = share * 100
  if (percent > 0 && percent < 1) return '< 1 %'
  if (percent > 99 && percent < 100) return '> 99 %'
  return `${Math.round(percent)} %`
}

/** Money of list prices, and of sizes, is an estimate. */
export function amountWords({ tokens: count, usd }: Amount, run: Pick<DiagnosedRun, 'spend'>): string {
  const { tokens_from, usd_from } = run.spend
  const said = `${tokens(count, tokens_from === 'estimate')} tokens`
  return usd === null ? said : `${said}, ${dollars(usd, usd_from !== 'transcript')}`
}

export function dollars(usd: number, isEstimate: boolean): string {
  if (usd >= 100) return `${isEstimate ? '~' : ''}$${Math.round(usd).toLocaleString('en')}`
  return usd > 0 && usd < 0.01 ? '< $0.01' : `${isEstimate ? '~' : ''}$${usd.toFixed(2)}`
}

/** What a run is called where there is room for a line. */
export function titleOf({ task, id }: Pick<DiagnosedRun, 'task' | 'id'>, max = 160): string {
  const title = oneLine(task ?? '', max).trim()
  return title === '' ? oneLine(id, max) : title
}

export function whoWords({ agent, model }: Pick<DiagnosedRun, 'agent' | 'model'>): string {
  const words = [agent, model].filter((each) => each !== null).map((each) => oneLine(each, 80))
  return words.length > 0 ? words.join(' · ') : 'unknown agent'
}

export function outcomeWords({ outcome, ending }: Pick<DiagnosedRun, 'outcome' | 'ending'>): string {
  const said = ending === 'finished' ? 'said it was done' : ending === 'cut' ? 'was cut off' : 'just ended'
  if (outcome === 'resolved') return `${said}; it succeeded`
  return outcome === 'failed' ? `${said}; it did not succeed` : `${said}; how it came out is not known`
}

export function estimateWords({ probability, calibrated }: Estimate): string {
  return `${percentWords(probability)}${calibrated ? '' : ', not calibrated for this agent'}`
}

/** Steps of the budget, where there is one. */
export function stepsWords({ steps, budget }: Pick<DiagnosedRun, 'steps' | 'budget'>): string {
  return budget.steps === null ? plural(steps, 'agent step') : `${steps} of ${budget.steps} agent steps`
}
