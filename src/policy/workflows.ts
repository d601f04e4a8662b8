/** How thorough a run is. Data only; `core/selection.ts` says which one a task gets. */
export interface Workflow {
  name: string
  explores: boolean
  /** After the Guardian, in this order. */
  reviewers: string[]
  max_cycles: number
}

export const workflows: Record<string, Workflow> = {
  fast: { name: 'fast', explores: false, reviewers: [], max_cycles: 1 },
  standard: { name: 'standard', explores: true, reviewers: ['skeptic', 'sage'], max_cycles: 2 },
  thorough: { name: 'thorough', explores: true, reviewers: ['skeptic', 'sage', 'trickster'], max_cycles: 3 },
}
