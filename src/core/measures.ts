import { z } from 'zod'

/** A final message in figures. Rules about length and shape read these, never the words. */
export const measuresSchema = z.object({
  words: z.int().nonnegative(),
})

/** What the supervisor saw of one finding when it was judged. */
export const findingFactsSchema = z.object({
  /** Its file is one that the change touches. */
  in_change: z.boolean(),
})
