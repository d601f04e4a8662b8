import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They kill a supervisor at every place there is. Begun last, they would keep one worker busy while the others are done. */
const LONG = /\/(?:pdca-)?crash\.test\.ts$/

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
