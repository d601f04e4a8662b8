import type { Vote, Weighing, WhatIf } from '../core/whatif.ts'
import { columns } from './columns.ts'
import { oneLine, plural } from './words.ts'

/** For a screen: what each reviewed head would have come to, and what it did come to. */
export function whatIfLines(all: WhatIf[], weighing: Weighing): string[] {
  if (all.length === 0) return ['Nobody reviewed anything in this run: there is nothing to weigh.']
  return [
    weighingWords(weighing),
    ...all.flatMap((each, at) => ['', ...headLines(each, at + 1)]),
    '',
    sum(all),
  ]
}

const HEAD = ['  reviewer', 'verdict', 'weight', 'blocks', 'without it']

function headLines({ head, votes, score, weighted, strict, really }: WhatIf, nth: number): string[] {
  return [
    `Review ${nth}, of ${head.slice(0, 10)}`,
    ...columns([HEAD, ...votes.map((vote) => row(vote, weighted))]),
    `  weighted: ${weighted}${score === null ? ', since nobody with any weight is left' : ` (block score ${figure(score)})`}`,
    `  any veto: ${strict}`,
    `  really:   ${really ? oneLine(really.what, 200) : 'the log ends there'}`,
  ]
}

function row(vote: Vote, weighted: WhatIf['weighted']): string[] {
  const { reviewer, verdict, criticals, weight, blocks, left_out, sways } = vote
  const other = weighted === 'block' ? 'pass' : 'block'
  return [
    `  ${oneLine(reviewer, 60)}`,
    criticals > 0 ? `${verdict}, ${criticals} CRITICAL` : verdict,
    left_out ? '–' : figure(weight),
    blocks ? 'yes' : 'no',
    left_out ? 'is left out' : sways ? other : `still ${weighted}`,
  ]
}

function weighingWords({ weights, threshold, without }: Weighing): string {
  const named = Object.entries(weights).map(([role, weight]) => `${role} ${figure(weight)}`)
  const each = named.length > 0 ? `${named.join(', ')}, all others 1` : 'all reviewers 1'
  const out = without.length > 0 ? `; without ${without.join(', ')}` : ''
  return `Weights: ${each}; it blocks from a share of ${figure(threshold)} on${out}`
}

function sum(all: WhatIf[]): string {
  const other = all.filter(({ weighted, strict }) => weighted !== strict).length
  return `${other} of ${plural(all.length, 'review')} would go otherwise than by any veto.`
}

/** As short as it can be said without a lie. */
function figure(value: number): string {
  return String(Number(value.toPrecision(3)))
}
