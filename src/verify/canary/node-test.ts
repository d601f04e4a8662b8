import { verbChecks } from './javascript-checks.ts'
import type { JavascriptRunner } from './javascript-kind.ts'
import { ownLiterals } from './own-literals.ts'

/** Node's own: its tests are given an object that may assert, too. */
export const nodeTest: JavascriptRunner = {
  id: 'node:test',
  modules: /^node:test$/,
  names: ['test', 'it'],
  registering: {
    parameter: 't',
    checks: (text) =>
      verbChecks(
        new Set([...text.matchAll(/(?<![\w$])\w+\.assert\.(\w+)\s*\(/g)].map(([, verb]) => verb!)),
        (verb) => `t.assert.${verb}`,
        ownLiterals(text),
      ).map((check) => ({ ...check, isAsync: false, tries: check.isAsync ? [] : check.tries })),
  },
}
