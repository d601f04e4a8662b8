import { settingsInForce } from '../core/settings-in-force.ts'
import { detectors } from '../detectors/index.ts'
import { isEnabled } from '../detectors/settings.ts'
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
  const settings = settingsInForce(project.config)
  const own = await ownDetectors(project)
  const off = project.detectors.filter((file) => !isEnabled(file, settings))
  return [
    ...detectors.map((rule) => detectorFacts(rule, settings)),
    ...own.map((rule) => detectorFacts(rule, settings, true)),
    ...off.map(({ id }) => detectorFacts(notLoaded(id), settings, true)),
  ]
}

function notLoaded(id: string) {
  return {
    id,
    layer: 'archetype' as const,
    shadow: id,
    title: 'a rule of your own',
    notices: 'not known: it is switched off, so it is not loaded',
    thresholds: {},
    correction: 'None: it is switched off.',
    examples: [],
  }
}
