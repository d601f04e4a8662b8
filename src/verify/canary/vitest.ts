import type { JavascriptRunner } from './javascript-kind.ts'

export const vitest: JavascriptRunner = {
  id: 'vitest',
  modules: /^vitest$/,
  names: ['test', 'it'],
}
