/** Whose work a finding is in the next cycle. Data only; `core/routing.ts` reads it. */

export type Destination = 'creator' | 'maker'

interface RoutingRow {
  source: string
  categories: string[]
  /** Only a finding that says so; absent: any. */
  needs?: 'redesign' | 'code'
  to: Destination
  why: string
}

/** The first row that fits counts. */
export const routingTable: RoutingRow[] = [
  {
    source: 'guardian',
    categories: ['security', 'breaking-change'],
    to: 'creator',
    why: 'the design has to change',
  },
  {
    source: 'guardian',
    categories: ['reliability', 'dependency'],
    to: 'creator',
    why: 'the architecture has to decide it',
  },
  {
    source: 'skeptic',
    categories: ['design', 'scalability'],
    to: 'creator',
    why: 'an assumption of the plan does not hold',
  },
  {
    source: 'sage',
    categories: ['quality', 'consistency'],
    to: 'maker',
    why: 'the plan stands, its code can be better',
  },
  { source: 'sage', categories: ['testing'], to: 'maker', why: 'a test is missing, the design is fine' },
  {
    source: 'trickster',
    categories: ['reliability'],
    needs: 'code',
    to: 'maker',
    why: 'the plan stands, a case is not handled or tested',
  },
  {
    source: 'trickster',
    categories: ['reliability'],
    to: 'creator',
    why: 'what broke it is in the design',
  },
  { source: 'trickster', categories: ['testing'], to: 'maker', why: 'an edge case is not covered' },
]

/** What no row lists: these reviewers question the plan, everyone else the code. */
export const creatorSources: string[] = ['guardian', 'skeptic']
