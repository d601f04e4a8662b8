import type { PassFacts, PassScene } from '../pass-scene.ts'

type Over = Partial<Omit<PassFacts, 'facts'>> & { facts?: Partial<PassFacts['facts']> }

/** An honest pass: something was changed, one thing was mended, one is open. */
export function pass(over: Over = {}): PassFacts {
  const { facts, ...rest } = over
  return {
    check: 'red',
    claims_done: false,
    issues_found: 1,
    issues_fixed: 1,
    ...rest,
    facts: {
      changed: true,
      tests_only: false,
      research: false,
      errors: [],
      failed_tests: null,
      denials: 0,
      ...facts,
    },
  }
}

export function passes(...all: PassFacts[]): PassScene {
  return { passes: all }
}

/** One pass for each number of tests that failed in it. */
export function counted(failed: (number | null)[], over: Over = {}): PassScene {
  return passes(...failed.map((failed_tests) => pass({ ...over, facts: { ...over.facts, failed_tests } })))
}

export function repeated(times: number, over: Over = {}): PassScene {
  return passes(...Array.from({ length: times }, () => pass(over)))
}
