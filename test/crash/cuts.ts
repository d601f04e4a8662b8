import { expect } from 'vitest'
import { treeId } from './commits.ts'
import { isSame, readDisk } from './disk.ts'
import { copyOf, type Facts } from './facts.ts'
import { type Left, type Lived, live, type Stage, type Story, stageOf } from './run-story.ts'
import { compare, falseClaims, lostWork, type Standing, standingOf } from './standing.ts'

/** Cuts a run off at every place it passes, and resumes each time from what is left: it must end as if nothing had been. */

interface Cut {
  /** The places between which nothing changed outside: to be killed at any of them leaves the same. */
  places: string[]
  left: Left
}

/** One life with a snapshot at each place. It goes on after each, so one run serves for all of its cuts. */
async function liveWithCuts(stage: Stage, from: Left): Promise<{ lived: Lived; cuts: Cut[] }> {
  const cuts: Cut[] = []
  let facts: Facts = copyOf(from.facts)
  let print = ''
  const lived = await live(stage, from, (name, now) => {
    const printed = fingerprint(now)
    if (printed !== print) facts = copyOf(now)
    const disk = readDisk(stage.layout.dir)
    const last = cuts.at(-1)
    if (last && printed === print && isSame(disk, last.left.disk)) last.places.push(name)
    else cuts.push({ places: [name], left: { disk, facts } })
    print = printed
  })
  return { lived, cuts }
}

/** Says whether anything outside has changed. */
function fingerprint({ vault, repo, refs, moves, checkout, ...rest }: Facts): string {
  const { mark, workspaces, trees, working, seen } = rest
  const clones = [...workspaces].map(([name, { head, files, whole }]) => [name, head, treeId(files), whole])
  const sizes = [vault?.size ?? null, repo.size, moves.length, seen.length]
  return JSON.stringify([sizes, [...refs], treeId(checkout), mark, clones, [...trees], [...working]])
}

export interface Plan {
  /** Which of the cuts are resumed; without it, all. */
  choose?: (cuts: Cut[]) => Cut[]
  /** Of those, every so many-th is cut again while it is resumed… */
  again?: number
  /** …at every so many-th place. */
  every?: number
}

interface Tried {
  /** Places at which a kill was tried. */
  places: number
  /** Lives that were resumed: a kill at places with nothing between them leaves the same. */
  resumed: number
  problems: string[]
}

/** Problems, before the rest need not be known. */
const ENOUGH = 10

async function tryCuts(story: Story, plan: Plan = {}): Promise<Tried> {
  const stage = stageOf(story)
  try {
    const { lived, cuts } = await liveWithCuts(stage, stage.first)
    const wanted = standingOf(lived)
    const tried: Tried = { places: 0, resumed: 0, problems: [...lived.wrongs] }
    for (const { places, left } of cuts) note(tried, places[0]!, falseClaims(left))
    const chosen = (plan.choose?.(cuts) ?? cuts).filter(isOpen)
    for (const [index, cut] of chosen.entries()) {
      if (tried.problems.length > ENOUGH) break
      const isAgain = plan.again !== undefined && index % plan.again === 0
      await resume(stage, { cut, wanted, tried, every: isAgain ? (plan.every ?? 1) : null })
    }
    return tried
  } finally {
    stage.clear()
  }
}

/** An ending that is not good is an ending: to resume it is to ask for another attempt. */
function isOpen({ left }: Cut): boolean {
  const log = left.disk.get('events/run.jsonl')?.toString('utf8') ?? ''
  return !/"type":"run.complete"/.test(log) || /"type":"run.complete".*"exit_code":0/.test(log)
}

interface Resume {
  cut: Cut
  wanted: Standing
  tried: Tried
  /** It is cut again at every so many-th place of the new life. */
  every: number | null
}

async function resume(stage: Stage, { cut, wanted, tried, every }: Resume): Promise<void> {
  tried.places += cut.places.length
  tried.resumed += 1
  const name = cut.places[0]!
  try {
    const { lived, cuts } =
      every === null ? { lived: await live(stage, cut.left), cuts: [] } : await liveWithCuts(stage, cut.left)
    // What a conversation goes on with is not saved on the side.
    const lost = stage.story.remembers ? [] : lostWork(cut.left.facts, lived.left.facts)
    note(tried, name, [...lived.wrongs, ...lost, ...compare(wanted, standingOf(lived))])
    for (const [index, second] of cuts.filter(isOpen).entries()) {
      note(tried, `${name}, then ${second.places[0]}`, falseClaims(second.left))
      if (every === null || index % every !== 0 || tried.problems.length > ENOUGH) continue
      const places = second.places.map((place) => `${name}, then ${place}`)
      await resume(stage, { cut: { ...second, places }, wanted, tried, every: null })
    }
  } catch (error) {
    note(tried, name, [error instanceof Error ? `${error.message} ${error.stack}` : String(error)])
  }
}

function note({ problems }: Tried, place: string, found: string[]): void {
  problems.push(...found.map((problem) => `killed at ${place}: ${problem}`))
}

/** Those with a place of a kind that no story before had, and beside them every so many-th. */
export function newKindsAndEvery(count: number): NonNullable<Plan['choose']> {
  const known = new Set<string>()
  return (cuts) =>
    cuts.filter(({ places }, index) => {
      const kind = places.join(' ').replaceAll(/\d+(?:-(?:plan|do|check)-\w+)?/g, '#')
      const isNew = !known.has(kind)
      known.add(kind)
      return isNew || index % count === 0
    })
}

/** Tries the stories one after the other, and says in one line how much that was. */
export async function expectSafe(stories: Story[], plan: Plan = {}): Promise<void> {
  const began = process.cpuUsage()
  const all: Tried = { places: 0, resumed: 0, problems: [] }
  for (const story of stories) {
    const tried = await tryCuts(story, plan)
    all.places += tried.places
    all.resumed += tried.resumed
    all.problems.push(...tried.problems.map((problem) => `${story.name}, ${problem}`))
  }
  const { user, system } = process.cpuUsage(began)
  const seconds = ((user + system) / 1_000_000).toFixed(1)
  const names = stories.map(({ name }) => name).join(', ')
  console.log(`${names}: killed at ${all.places} places, ${all.resumed} resumes, ${seconds} CPU-seconds`)
  expect(all.problems.slice(0, 20)).toEqual([])
  expect(all.resumed).toBeGreaterThan(3)
}
