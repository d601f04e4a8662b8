import type { Case } from './judge.mjs'

export const ROWS: { fault: string; variants: string[]; wants: string }[]
export function casesOf(faults?: string[]): Case[]
