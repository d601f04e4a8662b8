import { agreeing, plural } from '../../../core/plural.ts'
import { boundary, detector, fires, immune, quiet } from '../../detector.ts'
import { researchSceneOf, several } from '../../plan-scenes.ts'
import type { StepScene } from '../../scenes.ts'

const path = (at: number) => `packages/p${at}/src/index.ts`
const without = { patterns: 0 }

export const noPatterns = detector({
  id: 'explorer.rabbit-hole.no-patterns',
  layer: 'archetype',
  shadow: 'explorer.rabbit-hole',
  title: 'much read, nothing made of it',
  notices:
    'more than 15 files read, a report that says nowhere how the code base does things, and most of those files not even mentioned',
  blindTo:
    'what was read through commands it does not know, and a pattern told without naming the places where it is found',
  thresholds: { files: 15, relevant: 0.8 },
  detect: ({ measures, work, contract }: StepScene, { files, relevant }) => {
    const research = measures?.research
    const read = work?.files_read ?? 0
    if (!research || read <= files || research.patterns > 0) return null
    const cited = new Set([...research.cited, ...contract.files]).size
    if (cited >= read * relevant) return null
    return [
      `${plural(read, 'file was', 'files were')} read, ${cited} of them ${agreeing(cited, 'appears', 'appear')} in the report, and no pattern is drawn from them`,
    ]
  },
  correction:
    'Say what the files you read have in common: how this code base does what the task asks for, with two places as examples. Leave out whatever has no bearing on it.',
  examples: [
    fires(
      '16 files read, two cited, no pattern',
      researchSceneOf({ work: { files_read: 16 }, research: without }),
    ),
    quiet('six files read, no pattern', researchSceneOf({ work: { files_read: 6 }, research: without })),
    quiet('a stream that does not show what was read', researchSceneOf({ work: null, research: without })),
    boundary('exactly 15 files', researchSceneOf({ work: { files_read: 15 }, research: without })),
    immune('40 files read, and a pattern drawn from them', researchSceneOf({ work: { files_read: 40 } })),
    immune(
      '20 files of a monorepo, each in the report',
      researchSceneOf({ work: { files_read: 20 }, research: { patterns: 0, cited: several(20, path) } }),
    ),
    immune(
      '20 files of a monorepo, given as relevant in the closing block',
      researchSceneOf({
        work: { files_read: 20 },
        research: { patterns: 0, cited: [] },
        contract: { files: several(20, path) },
      }),
    ),
  ],
})
