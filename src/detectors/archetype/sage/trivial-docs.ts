import { boundary, detector, fires, quiet } from '../../detector.ts'
import { changed } from '../../example-scenes.ts'
import { type RaisedOver, raised, reviewSceneOf, several } from '../../review-scenes.ts'
import type { Change, SceneFinding, StepScene } from '../../scenes.ts'
import { firstWords, isWeighty, placesOf } from '../finding-shapes.ts'

/** A finding is about documentation by its category, or by what is to be added. */
const DOCUMENTS =
  /\b(?:docs?|documents?|documentation|docstrings?|jsdoc|tsdoc|javadoc|comments?)\b|\/\*\*|"""/i
const ADDS = /^(?:please\s+)?(?:add|writ|document|includ|provid|giv|attach|describ|explain)\w*/i
const PROSE = /\.(?:md|mdx|rst|txt|adoc)$/i

const scene = (findings: SceneFinding[], over = {}) => reviewSceneOf({ role: 'sage', findings, ...over })
const wish = (lines: number, over: RaisedOver = {}) =>
  raised({
    category: 'documentation',
    fix: 'Add a doc comment with @param and @returns',
    ...over,
    facts: { function_lines: lines },
  })
const oneLine = { change: { files: [changed('src/slugify.js', { added: 1, deleted: 1 })] } }

export const trivialDocs = detector({
  id: 'sage.bureaucrat.trivial-docs',
  layer: 'archetype',
  shadow: 'sage.bureaucrat',
  title: 'documentation for what explains itself',
  notices:
    'a WARNING, or two remarks, that ask for documentation of a function of at most three lines or of a change of one line',
  blindTo: 'a short function that does something surprising, or that others outside the project call',
  thresholds: { bodyLines: 3, remarks: 2 },
  detect: ({ review, change }: StepScene, { bodyLines, remarks }) => {
    const asked = (review?.findings ?? []).filter(
      (finding) => asksForDocs(finding) && isTrivial(finding, change, bodyLines),
    )
    if (asked.length === 0 || (asked.length < remarks && !asked.some(isWeighty))) return null
    return [`documentation asked for what is trivial: ${placesOf(asked)}`]
  },
  judgement: {
    question: 'Is documentation asked for here that would only say again what the code says?',
    suspects: ({ review }: StepScene) => {
      const asked = (review?.findings ?? []).filter((finding) => asksForDocs(finding))
      return asked.length === 0 ? null : [`documentation is asked for: ${placesOf(asked)}`]
    },
  },
  correction:
    'Take out the requests to document functions of a few lines. Ask for a comment only where the reason for the code cannot be read from it, and say which reason.',
  examples: [
    fires('a warning: document a function of three lines', scene([wish(3)])),
    fires(
      'two remarks: document functions of one line',
      scene([wish(1, { severity: 'INFO' }), wish(1, { severity: 'INFO', category: 'quality', line: 9 })]),
    ),
    fires('a warning: document a change of one line', scene([wish(30)], oneLine)),
    quiet('three findings about the code', scene(several(3, { category: 'quality' }))),
    quiet(
      'a comment on a short function that says the opposite of it',
      scene([wish(2, { fix: 'Correct the comment: it returns the last, not the first' })]),
    ),
    boundary('a function of four lines', scene([wish(4)])),
    boundary('one remark on a function of one line', scene([wish(1, { severity: 'INFO' })])),
  ],
})

function asksForDocs({ category, fix }: SceneFinding): boolean {
  const first = firstWords(fix)
  const about = DOCUMENTS.test(category.replaceAll('-', ' '))
  if (first === '') return about
  return ADDS.test(first) && (about || DOCUMENTS.test(first))
}

function isTrivial(finding: SceneFinding, change: Change | null, bodyLines: number): boolean {
  const { file, facts } = finding
  if (file === null || facts === null || PROSE.test(file)) return false
  if (facts.function_lines !== null && facts.function_lines <= bodyLines) return true
  const touched = change?.files.find(({ path }) => path === file)
  return touched !== undefined && touched.added <= 1 && touched.deleted <= 1
}
