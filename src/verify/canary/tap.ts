import type { JavascriptRunner } from './javascript-kind.ts'
import { ownObjectChecks } from './own-object.ts'

/** tap and tape: assertions are noted, do not throw, and tell of their message. */
export const tap: JavascriptRunner = {
  id: 'tap',
  modules: /^(?:tap|tape|@tapjs\/core|tap-esm)$/,
  names: ['test'],
  registering: {
    parameter: 't',
    end: ' t.end();',
    fail: (message) => `t.fail(${message});`,
    checks: (text) => ownObjectChecks(text),
  },
}
