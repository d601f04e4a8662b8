import * as z from 'zod'

/** A rule of the user's own, as a run keeps it: what it says of itself, and its text. */

const words = (most: number) => {
  const error = `text of 1 to ${most} characters`
  return z.string({ error }).trim().min(1, { error }).max(most, { error })
}
/** `maker.changelog.missing`: the file is named so, and the configuration names it so. */
const ID = /^[a-z][a-z0-9-]{0,39}(?:\.[a-z][a-z0-9-]{0,39}){1,3}$/
const idError =
  'two to four words joined by dots, in lower-case letters, digits and -, such as maker.changelog.missing'
const id = () => z.string({ error: idError }).regex(ID, { error: idError })
const number = 'names with a number each'

const ownExampleSchema = z.object({ name: z.string(), says: z.enum(['fires', 'quiet']) })

export const ownDetectorSchema = z.object({
  id: id(),
  layer: z.literal('archetype', { error: 'archetype, or left out: your own rules look at steps' }),
  /** Whose steps it looks at; `null`: everybody's. */
  role: z.string({ error: 'the name of a role, or left out' }).nullable(),
  shadow: id(),
  title: words(80),
  notices: words(300),
  thresholds: z.record(z.string().regex(/^\w{1,40}$/, { error: number }), z.number({ error: number }), {
    error: number,
  }),
  correction: words(2_000),
  examples: z.array(ownExampleSchema),
  /** The whole module. */
  text: z.string(),
})

export type OwnDetector = z.infer<typeof ownDetectorSchema>
