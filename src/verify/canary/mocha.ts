import type { JavascriptRunner } from './javascript-kind.ts'

export const mocha: JavascriptRunner = {
  id: 'mocha',
  modules: /^(?:mocha|@wdio\/globals)$/,
  names: ['it', 'test', 'specify'],
}

/** mocha, jest and vitest put their names into the global object, if they are told to or by themselves. */
export const globals: JavascriptRunner = {
  id: 'global names',
  modules: null,
  names: ['it', 'test', 'specify'],
}
