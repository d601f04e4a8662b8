import { detectors } from '../detectors/index.ts'
import { type DetectorFacts, detectorFacts } from '../report/detector-facts.ts'
import { ownDetectors } from '../runtime/own-detectors.ts'
import { openProject } from '../runtime/project.ts'
import { openRepository } from '../workspace/repository.ts'
import type { Call } from './command.ts'

/** Every rule as it is in force here, with the user's own. Outside a repository: as they come. */
export async function knownDetectors({ cwd, env }: Pick<Call, 'cwd' | 'env'>): Promise<DetectorFacts[]> {
  const opened = await openRepository(cwd)
  if (!opened.ok) return detectors.map((rule) => detectorFacts(rule, {}))
  const project = await openProject(cwd, env)
  const settings = project.config.detectors
  const own = await ownDetectors(project)
  return [
    ...detectors.map((rule) => detectorFacts(rule, settings)),
    ...own.map((rule) => detectorFacts(rule, settings, true)),
  ]
}
