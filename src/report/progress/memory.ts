import { oneLine, plural } from '../words.ts'
import { said, type Writers } from './line.ts'

/** What earlier runs have to do with this one. */
export const memoryLines: Writers = {
  'context.loaded': ({ data: { lessons = [] } }) =>
    lessons.length === 0
      ? null
      : said('Memory', plural(lessons.length, 'lesson'), lessons.map(({ id }) => id).join(', '), 'plain'),
  'run.complete': ({ data: { regressions = [] } }) => {
    const [first] = regressions
    if (!first) return null
    const more = regressions.length > 1 ? ` and ${regressions.length - 1} more` : ''
    const what = `${first.stands ? 'back and standing' : 'back, and mended again'}${more}`
    return said('Memory', what, `${oneLine(first.text, 200)} (mended by ${first.fixed_in})`, 'ask')
  },
}
