import { randomBytes } from 'node:crypto'
import { archetypes as builtInRoles } from '../archetypes/index.ts'
import { thresholdText, wrongThreshold } from '../config/detector-settings.ts'
import type { OwnDetector } from '../detectors/own/own-detector.ts'
import { readOwnDetector } from '../detectors/own/read-own-detector.ts'
import { isEnabled } from '../detectors/settings.ts'
import { hostDetectors } from './host-detectors.ts'
import type { DetectorFile } from './own-files.ts'
import { EXIT, Problem } from './problem.ts'
import type { Project } from './project.ts'

type Side = Pick<Project, 'repo' | 'detectors' | 'archetypes' | 'config'>

/** The user's own rules that are not switched off, loaded once to hear what they are. One that cannot be used is a mistake to correct. */
export async function ownDetectors(project: Side): Promise<OwnDetector[]> {
  const { detectors: all, repo, config } = project
  if (all.length === 0) return []
  await refuseTaken(all)
  const files = all.filter((file) => isEnabled(file, config.detectors))
  if (files.length === 0) return []
  const modules = files.map(({ id, text }) => ({ id, text, thresholds: {} }))
  const leash = `detectors-${randomBytes(6).toString('hex')}`
  const { values, broken, problem } = await hostDetectors({ modules, scene: null }, { cwd: repo.root, leash })
  const [first] = broken
  if (first) throw refused(files.find(({ id }) => id === first.id)!, first.reason)
  if (problem !== null)
    throw new Problem(EXIT.environment, `Your own rules could not be loaded: ${problem}`, 'Try again.')
  return files.map((file) => checked(project, file, values.get(file.id)))
}

/** The registry is loaded only where there is something to compare with it. */
async function refuseTaken(files: DetectorFile[]): Promise<void> {
  const { detectors } = await import('../detectors/index.ts')
  const builtIn = new Set(detectors.map(({ id }) => id))
  for (const file of files)
    if (builtIn.has(file.id)) throw refused(file, `"${file.id}" is a built-in rule; give yours another name`)
}

function checked(project: Side, file: DetectorFile, value: unknown): OwnDetector {
  // The host made it, from plain data: what the user wrote in it is checked next.
  const { said, functions } = value as { said: Record<string, unknown>; functions: string[] }
  const roles = [...Object.keys(builtInRoles), ...project.archetypes.map(({ name }) => name)]
  const read = readOwnDetector({ id: file.id, text: file.text, said, functions, roles })
  if (!read.ok) throw refused(file, read.problem)
  const given = project.config.detectors[file.id]?.thresholds ?? {}
  const name = wrongThreshold(given, read.detector.thresholds)
  if (name !== undefined)
    throw new Problem(
      EXIT.usage,
      `.wiggum/config.yaml: ${thresholdText(file.id, name, read.detector.thresholds)}`,
      '',
    )
  return read.detector
}

function refused({ path }: DetectorFile, problem: string): Problem {
  return new Problem(EXIT.usage, `${path}: ${problem}`, 'Correct it, switch it off, or delete the file.')
}
