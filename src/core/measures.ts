import * as z from 'zod'

const count = z.int().nonnegative()
const names = z.array(z.string())

/** What an Explorer's report is like. */
const researchSchema = z.object({
  headings: count,
  /** It says what to do, under a heading or a label of its own. */
  recommendation: z.boolean(),
  /** Its last quarter closes it, or comes back to what earlier sections are about. */
  synthesis: z.boolean(),
  /** Sections that share nothing with the task or with the rest, by their titles. */
  tangents: names,
  /** Files of the base that it speaks of. */
  cited: names,
  /** Places where it says how the code base does something, with two examples at least. */
  patterns: count,
})

/** What a Creator's plan is like. */
const planSchema = z.object({
  /** Files that its text names, whether they exist or not. */
  named: names,
  /** Classes, interfaces and their kin that it introduces and the base does not have. */
  abstractions: names,
  /** Packages that it adds and no manifest of the base has. */
  packages: names,
  /** Decisions that bring in something which nothing uses yet, for the sake of what may come. */
  speculations: names,
  /** The files of code it wants to change, by whether the task leads to them; `null` where the task does not say. */
  scope: z.object({ within: names, beyond: names }).nullable(),
})

export type Research = z.infer<typeof researchSchema>
export type Plan = z.infer<typeof planSchema>

/** A final message in figures. Rules about length and shape read these, never the words. */
export const measuresSchema = z.object({
  /** Of prose: no fenced code, no closing block. */
  words: z.int().nonnegative(),
  research: researchSchema.optional(),
  plan: planSchema.optional(),
  /** For a Maker: the base has tests that could be run. */
  tests_in_base: z.boolean().optional(),
})

/** What the supervisor saw of one finding when it was judged. */
export const findingFactsSchema = z.object({
  /** Its file is one that the change touches. */
  in_change: z.boolean(),
  /** Its file brings in, or calls, a file of the change; and the other way round. */
  uses_change: z.boolean(),
  used_by_change: z.boolean(),
  /** How much of its place there is: `none` if it names no file, `file` if it names no line. */
  place: z.enum(['line', 'file', 'no-line', 'no-file', 'none']),
  /** The strongest that it shows. */
  evidence: z.enum(['reproduction', 'code', 'none']),
  /** Names of code in it that occur in its file or in the change. */
  known_names: z.int().nonnegative(),
  /** Functions and files that it speaks of and that occur in neither. */
  unknown_names: z.array(z.string()),
  /** What else it writes as code and that occurs in neither: values, settings, other systems. */
  foreign_words: z.array(z.string()),
  /** How long the function at its line is, without its head; `null` where that cannot be told. */
  function_lines: z.int().nonnegative().nullable(),
  /** In its description and fix. */
  words: z.int().nonnegative(),
})
