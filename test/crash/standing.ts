import type { WiggumEvent } from '../../src/core/events.ts'
import { ancestors, differences, treeId } from './commits.ts'
import { type Disk, linesIn } from './disk.ts'
import { type Facts, landings, TARGET, treeOf } from './facts.ts'
import type { Left, Lived } from './run-story.ts'

/** How a run stands at its end: what a run that was cut off must come to as well. */
export interface Standing {
  end: string
  /** The target's files, and what the user's differ from them. */
  target: string
  untouched: string[]
  landings: number
  /** How often the target moved. */
  moves: number
  artifacts: string[]
  /** What outlives the run: index, memory, metrics, scores, the queue. */
  kept: Record<string, string>
  /** Under which id each was told. */
  sent: string[]
  /** Rescued work that the log does not name. */
  unnamed: string[]
  /** Every event but those that a resume adds, without times, sizes and ids. */
  log: string[]
}

export function standingOf({ end, left }: Lived): Standing {
  const { disk, facts } = left
  const tip = facts.refs.get(TARGET)!
  const events = eventsIn(disk)
  return {
    end: JSON.stringify(end.kind === 'waiting' ? end.gates.map(({ id, kind }) => [id, kind]) : end),
    target: JSON.stringify(treeOf(facts, tip)),
    untouched: differences(treeOf(facts, tip), facts.checkout).map(({ path }) => path),
    landings: landings(facts).length,
    moves: facts.moves.filter(({ ref }) => ref === TARGET).length,
    artifacts: handedOn(disk),
    kept: keptIn(disk),
    sent: sentIn(facts),
    unnamed: unnamedRescues(left),
    log: events
      .filter(({ type }) => !MAY_COME_AGAIN.has(type))
      .map(gist)
      .sort(),
  }
}

/** A resume says that it goes on, means the same again, asks git again, and saves what was interrupted. */
const MAY_COME_AGAIN = new Set<WiggumEvent['type']>([
  'run.resumed',
  'journal.recovered',
  'verify.start',
  'merge.conflict',
  'land.refused',
  'rescue.saved',
  'agent.session',
  // By the clock.
  'policy.checkpoint',
])

function eventsIn(disk: Disk): WiggumEvent[] {
  return linesIn(disk.get('events/run.jsonl'))
}

function handedOn(disk: Disk): string[] {
  const names = [...disk.keys()].flatMap((path) => path.split('artifacts/run/')[1] ?? [])
  return names.filter((path) => /^(?:cycle-\d+\/)?(?:plan|do|check|act)-|^passes\//.test(path)).sort()
}

/** Times differ from run to run; in the metrics and the scores most numbers are times. */
function keptIn(disk: Disk): Record<string, string> {
  const outlives = ([path]: [string, Buffer]) =>
    !/^(?:artifacts|state)\/|^events\/run|^control-center/.test(path)
  return Object.fromEntries(
    [...disk].filter(outlives).map(([path, bytes]) => {
      const text = withoutIds(bytes.toString('utf8'))
      return [path, path.startsWith('memory/') ? text : text.replace(/-?\d+(?:\.\d+)?/g, '0')]
    }),
  )
}

/** What is sent once more after a crash goes out under the same id: whoever gets it knows it again. */
function sentIn({ seen }: Facts): string[] {
  const sent = seen.filter((each) => each.what === 'sent')
  const ids = new Set(sent.map(({ channel, pass, delivery }) => `${channel} ${pass} ${delivery}`))
  return [...ids].map((id) => id.split(' ').slice(0, 2).join(' ')).sort()
}

function unnamedRescues({ disk, facts }: Left): string[] {
  const named = new Set(
    eventsIn(disk).flatMap((event) => (event.type === 'rescue.saved' ? [event.data.ref] : [])),
  )
  return [...facts.refs.keys()].filter((ref) => ref.startsWith('refs/wiggum/rescue/') && !named.has(ref))
}

/** Work of a Maker at the cut that is on no ref at the end. */
export function lostWork(cut: Facts, end: Facts): string[] {
  const kept = new Set(
    [...end.refs.values()].flatMap((tip) =>
      [...ancestors(end.commits, tip)].map((id) => treeId(treeOf(end, id))),
    ),
  )
  return [...cut.workspaces].flatMap(([name, { files, whole }]) =>
    whole && name.includes('do-maker') && !kept.has(treeId(files))
      ? [`what stood in the tree of ${name} is on no ref`]
      : [],
  )
}

function withoutIds(text: string): string {
  return text
    .replace(/\b[0-9a-f]{40}\b/g, '#')
    .replace(/-[0-9a-f]{10}-/g, '-#-')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '@')
}

const VOLATILE = new Set([
  'duration_ms',
  'retry_at',
  'delivery',
  'started',
  'limit_ms',
  'used',
  'session',
  'spend',
  'unknown_calls',
  'outlook',
  'rationale',
  'reason',
])

/** What an event says, without what is another one each time. */
function gist({ type, phase, agent, data }: WiggumEvent): string {
  const plain = JSON.stringify(data, (key, value: unknown) => (VOLATILE.has(key) ? undefined : value))
  const ids = withoutIds(plain).replace(/\d+(?:\.\d+)? (?:ms|s|min)\b/g, '…')
  return `${type} ${phase} ${agent} ${ids}`
}

/** The differences in words; nothing where both stand alike. */
export function compare(wanted: Standing, seen: Standing): string[] {
  const keys = [
    'end',
    'target',
    'untouched',
    'landings',
    'moves',
    'artifacts',
    'kept',
    'sent',
    'unnamed',
  ] as const
  const unlike = keys.filter((key) => JSON.stringify(wanted[key]) !== JSON.stringify(seen[key]))
  const more = surplus(seen.log, wanted.log)
  const fewer = surplus(wanted.log, seen.log)
  return [
    ...unlike.map((key) => `${key}: ${JSON.stringify(seen[key])} instead of ${JSON.stringify(wanted[key])}`),
    ...more.map((line) => `the log says one time too often: ${short(line, fewer)}`),
    ...fewer.map((line) => `the log misses: ${short(line, more)}`),
  ].map((line) => line.slice(0, 400))
}

/** Of two long lines that are almost the same, where they begin to differ. */
function short(line: string, others: string[]): string {
  const head = line.split(' ', 3).join(' ')
  const other = others.find((each) => each.startsWith(head))
  if (other === undefined) return line
  const at = [...line].findIndex((letter, index) => letter !== other[index])
  return `${head} …${line.slice(Math.max(0, at - 60), at + 100)}`
}

function surplus(more: string[], fewer: string[]): string[] {
  const left = [...fewer]
  return more.filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** What the log claims of the world at a cut, and the world does not show. */
export function falseClaims({ disk, facts }: Left): string[] {
  const events = eventsIn(disk)
  return events.flatMap((event) => {
    const problem = claims(event, { disk, facts })
    return problem === null ? [] : [`${event.type} is in the log, and ${problem}`]
  })
}

function claims(event: WiggumEvent, left: Left): string | null {
  const { disk, facts } = left
  // A run that ended has cleaned up, and whoever resumes it finds an empty vault.
  const isOver = facts.vault === null || eventsIn(disk).some(({ type }) => type === 'run.complete')
  const here = (commit: string) => facts.repo.has(commit) || facts.vault?.has(commit) || isOver
  const file = (path: string) => (disk.has(path) ? null : `there is no ${path}`)
  switch (event.type) {
    case 'agent.complete': {
      const { step, attempt } = event.data
      const isIt = (seen: Facts['seen'][number]) =>
        seen.what === 'agent' && seen.at === 'ended' && seen.step === step && seen.attempt === attempt
      return event.data.steps === undefined || facts.seen.some(isIt) ? null : `${step} was not called`
    }
    case 'work.collected':
      return here(event.data.head) ? unnamed(event, facts, event.data.head) : 'its head is nowhere'
    case 'merge.built':
      return here(event.data.commit) ? null : 'the merge is nowhere'
    case 'run.merged':
      return landed(event.data.commit, facts)
    case 'run.reverted':
      return event.data.commit === null ? null : landed(event.data.commit, facts)
    case 'rescue.saved':
      return facts.refs.get(event.data.ref) === event.data.commit ? null : `${event.data.ref} is not that`
    case 'verify.complete':
      return event.data.ran ? checked(`verify-${event.data.kind}`, event.data.checks.length, facts) : null
    case 'hook.complete':
      return checked(`verify-hook-${event.data.point}`, event.data.checks.length, facts)
    case 'notification.sent':
      return facts.seen.some(({ what }) => what === 'sent') ? null : 'nobody was told'
    case 'cycle.boundary':
      return file(`artifacts/run/cycle-${event.data.cycle}/act-feedback.md`)
    case 'context.checkpoint':
      return file(`artifacts/run/${event.data.artifact}`)
    case 'policy.checkpoint':
      return file('control-center.md')
    case 'pass.complete':
      return file(`artifacts/run/passes/${event.data.pass}/changes.patch`)
    case 'correction.applied':
      return event.data.text.includes('.wiggum/queue.json') ? file('queue.json') : null
    default:
      return null
  }
}

/** Work that no ref leads to is lost with the vault. What is only reviewed, and a session's, is the user's own. */
function unnamed({ phase }: WiggumEvent, facts: Facts, head: string): string | null {
  if (phase !== 'do' || facts.mark !== null) return null
  const isNamed = [...facts.refs.values()].some((tip) => ancestors(facts.commits, tip).has(head))
  return isNamed ? null : 'no ref leads to its head'
}

function landed(commit: string, facts: Facts): string | null {
  const move = facts.moves.find(({ ref, to }) => ref === TARGET && to === commit)
  if (!move) return 'the target did not move there'
  const changes = differences(treeOf(facts, move.from!), treeOf(facts, commit))
  const behind = changes.filter(({ path, before }) => (facts.checkout[path] ?? null) === before)
  const isLast = facts.refs.get(TARGET) === commit
  return isLast && behind.length > 0 ? `${behind[0]!.path} of the user is as it was before` : null
}

function checked(step: string, checks: number, facts: Facts): string | null {
  const runs = facts.seen.filter((seen) => seen.what === 'check' && seen.step === step)
  return runs.length >= checks ? null : `${step} was not run`
}
