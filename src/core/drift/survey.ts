import * as z from 'zod'

/** What a change is made of, as far as drift is judged by it. Bounded; words of the task come first in every list. */
export const surveySchema = z.object({
  files: z.array(
    z.object({
      path: z.string(),
      /** Identifiers and words in its changed lines. */
      names: z.array(z.string()),
      /** Words of the task that stand anywhere in it. */
      mentions: z.array(z.string()),
      /** Changed files, and files that the task names, that it uses or that use it. */
      links: z.array(z.string()),
      /** Files that use it, and are used by one that the task names: a fault may lie that far below. */
      behind: z.array(z.string()),
    }),
  ),
  /** Files of the base that are called as the task says. */
  anchors: z.array(z.string()),
  /** Words for machinery that file names of the base have. */
  patterns: z.array(z.string()),
})

export type Survey = z.infer<typeof surveySchema>
export type SurveyedFile = Survey['files'][number]
