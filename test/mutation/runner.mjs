import { performance } from 'node:perf_hooks'
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import {
  DryRunStatus,
  determineHitLimitReached,
  MutantRunStatus,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner'
import { loadTests } from './load-tests.mjs'

globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {}
const stryker = globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE]

/** Loads the tests once, and then only runs them: a mutant is switched on and off in the code that is loaded. */
class LoadedTests {
  #tests = new Map()
  /** How long each test took when it passed. */
  #times = new Map()
  /** The tests that found the last mutants. Neighbours are often found by the same ones. */
  #killers = []
  #used = false
  #spoiled = false

  capabilities() {
    // A mutant is only ever active while tests are run: what has been loaded is good for the next one.
    return { reloadEnvironment: true }
  }

  async init() {
    this.#tests = await loadTests()
  }

  async dryRun() {
    const tests = []
    for (const test of this.#tests.values()) {
      stryker.currentTestId = test.id
      tests.push(await this.#run(test))
    }
    stryker.currentTestId = undefined
    return { status: DryRunStatus.Complete, tests, mutantCoverage: stryker.mutantCoverage }
  }

  async mutantRun({ activeMutant, hitLimit, mutantActivation, testFilter }) {
    if (mutantActivation !== 'runtime')
      return { status: MutantRunStatus.Error, errorMessage: 'not loaded anew' }
    if (this.#spoiled) throw new Error('An earlier mutant has changed what the tests share')
    Object.assign(stryker, { activeMutant: activeMutant.id, hitLimit, hitCount: 0 })
    const tests = await this.#untilOneFails(testFilter)
    const stopped = determineHitLimitReached(stryker.hitCount, hitLimit)
    Object.assign(stryker, { activeMutant: undefined, hitLimit: undefined, hitCount: undefined })
    await this.#checkKiller(tests)
    return toMutantRunResult(stopped ?? { status: DryRunStatus.Complete, tests })
  }

  async #untilOneFails(ids) {
    const results = []
    for (const id of this.#inOrder(ids)) {
      results.push(await this.#run(this.#tests.get(id)))
      if (results.at(-1).status === TestStatus.Success) continue
      this.#killers = [id, ...this.#killers.filter((killer) => killer !== id)].slice(0, 10)
      break
    }
    return results
  }

  #inOrder(ids) {
    const time = (id) => this.#times.get(id) ?? 0
    const order = (id) => (this.#killers.includes(id) ? time(id) - 1e6 : time(id))
    return ids.toSorted((one, other) => order(one) - order(other))
  }

  /**
   * A test that fails without the mutant, too, proves nothing: some mutant has changed what the tests share. Stryker
   * answers an error with a new process, in which only the mutant itself can be to blame.
   */
  async #checkKiller(results) {
    const failed = results.find(({ status }) => status === TestStatus.Failed)
    const shared = this.#used
    this.#used = true
    if (!failed || (await this.#run(this.#tests.get(failed.id))).status === TestStatus.Success) return
    this.#spoiled = true
    if (shared) throw new Error(`"${failed.name}" fails without the mutant`)
  }

  async #run({ id, name, fileName, run }) {
    const start = performance.now()
    const result = { id, name, fileName, status: TestStatus.Success }
    try {
      await run()
    } catch (error) {
      Object.assign(result, { status: TestStatus.Failed, failureMessage: String(error?.message ?? error) })
    }
    result.timeSpentMs = performance.now() - start
    if (result.status === TestStatus.Success) this.#times.set(id, result.timeSpentMs)
    return result
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'loaded-tests', LoadedTests)]
