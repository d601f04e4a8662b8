import type { JavascriptRunner } from './javascript-kind.ts'

export const jest: JavascriptRunner = {
  id: 'jest',
  modules: /^(?:@jest\/globals|bun:test)$/,
  names: ['test', 'it'],
}
