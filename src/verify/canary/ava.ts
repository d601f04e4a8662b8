import type { JavascriptRunner } from './javascript-kind.ts'
import { ownObjectChecks } from './own-object.ts'

/** Its assertions belong to the test, and before its sixth version they did not throw but were noted. */
export const ava: JavascriptRunner = {
  id: 'ava',
  modules: /^ava$/,
  names: ['default'],
  registering: {
    parameter: 't',
    // Two tests of one name are an error to it.
    namesakes: false,
    checks: (text) => ownObjectChecks(text),
  },
}
