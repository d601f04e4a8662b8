import type { Case, Verdict } from './judge.mjs'

export function table(results: { name: string; version?: string; verdicts: (Case & Verdict)[] }[]): string
