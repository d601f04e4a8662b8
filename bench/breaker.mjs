import { loadSources } from './load-sources.mjs'

/** `node bench/breaker.mjs`: after how many passes each story that stands still is seen, and whether an honest one is halted. */

const { stuckStories, honestStories, playHonest, run } = await loadSources([
  'test/core/breaker-stories.ts',
  'test/core/loop-play.ts',
])

const first = ({ events }) => events.find(({ type }) => type === 'breaker.transition')?.data ?? null
const stuck = stuckStories.map(({ name, script, rule }) => ({ name, rule, opened: first(run(script)) }))
const seen = stuck.filter(({ opened }) => opened)
const passes = seen.map(({ opened }) => opened.pass).sort((a, b) => a - b)
const halted = honestStories.filter((story) => first(playHonest(story)))

for (const { name, opened } of stuck)
  console.log(
    `${opened ? `pass ${opened.pass}`.padEnd(8) : 'never   '} ${name}: ${opened?.signals.join(', ') ?? ''}`,
  )
console.log(
  `${seen.length} of ${stuck.length} seen, in the median after ${passes[Math.floor(passes.length / 2)]} passes; ` +
    `by the rule meant for it: ${stuck.filter(({ rule, opened }) => opened?.signals.includes(rule)).length}`,
)
console.log(
  `${halted.length} of ${honestStories.length} honest ones halted${halted.map(({ name }) => `\n  ${name}`).join('')}`,
)
