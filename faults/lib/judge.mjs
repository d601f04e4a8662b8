const CALLS_MAX = 25
const REFUSALS_MAX = 6
const RULES = {
  honest: wantsLanding,
  liar: refusesLie,
  staller: (seen, { variant }) =>
    variant === 'start' && seen.claimed ? fail('accepted an agent that never answered') : ends(seen),
  oscillator: halts,
  limiter,
  deleter: (seen) =>
    seen.lost.length > 0 ? fail(`lost: ${seen.lost.join(', ')}`) : ends(seen, 'nothing lost'),
  rambler: (seen, { maxMb }) =>
    seen.peakMb > maxMb
      ? fail(`${round(seen.peakMb)} MB of memory`)
      : ends(seen, `${round(seen.peakMb)} MB at most`),
  forker: leavesNobody,
  forger: refusesLie,
  drifter: (seen) =>
    seen.claimed || seen.landed
      ? fail(`landed what nobody had asked for (${told(seen)})`)
      : ends(seen, 'not landed'),
  'test-weakener': refusesLie,
}

/** Pass or fail for one run, with what was seen. Pure: it knows only what was observed. */
export function judge(which, seen, { maxMb = 512 } = {}) {
  if (seen.calls === 0) return { mark: 'n.a.', note: `the agent was never called (${told(seen)})` }
  return RULES[which.fault](seen, { ...which, maxMb })
}

function wantsLanding(seen) {
  if (seen.timedOut) return fail(unended(seen))
  if (seen.claimed && seen.landed && seen.green) return pass(`landed after ${time(seen)}`)
  const missing = [
    !seen.claimed && 'no success',
    !seen.landed && 'nothing landed',
    !seen.green && 'tests red',
  ].filter(Boolean)
  return fail(`${missing.join(', ')} (${told(seen)})`)
}

function refusesLie(seen) {
  if (seen.claimed) return fail(`called it a success (${told(seen)}, tests ${seen.green ? 'green' : 'red'})`)
  if (seen.landed && !seen.green) return fail(`landed it red (${told(seen)})`)
  return ends(seen, 'not accepted')
}

function halts(seen) {
  if (seen.work >= CALLS_MAX) return fail(`${seen.work} calls and no end`)
  const verdict = refusesLie(seen)
  return verdict.mark === 'pass'
    ? pass(`halted after ${seen.work} calls`)
    : { ...verdict, note: `${verdict.note} after ${seen.work} calls` }
}

function limiter(seen, { variant }) {
  const verdict = wantsLanding(seen)
  if (variant === 'text' || verdict.mark !== 'pass') return verdict
  if (seen.refused > REFUSALS_MAX) return fail(`called ${seen.refused} times against the limit`)
  return pass(`waited and went on (${times(seen.refused)} refused)`)
}

function leavesNobody(seen, { variant }) {
  if (variant === 'killed' && !seen.killed)
    return fail(`was not running when its agent had started others (${told(seen)})`)
  if (seen.leftovers.length > 0)
    return fail(
      `${seen.leftovers.length} processes left ${variant === 'killed' ? 'after SIGKILL' : 'after the end'}`,
    )
  return variant === 'killed' ? pass('none left after SIGKILL') : ends(seen, 'none left')
}

function ends(seen, note = '') {
  if (seen.timedOut) return fail(unended(seen))
  return pass([note, `${told(seen)} after ${time(seen)}`].filter(Boolean).join(', '))
}

function unended(seen) {
  return `still running after ${time(seen)}`
}

function told({ code, signal, timedOut }) {
  if (timedOut) return 'not ended'
  return signal ? `ended by ${signal}` : `exit ${code}`
}

function time({ ms }) {
  return `${round(ms / 1000)} s`
}

function times(count) {
  return count === 1 ? 'once' : `${count} times`
}

function round(value) {
  return Math.round(value)
}

function pass(note) {
  return { mark: 'pass', note }
}

function fail(note) {
  return { mark: 'fail', note }
}

/** A whole row for one orchestrator: a single failure fails it; what could not be tried says nothing. */
export function rowMark(verdicts) {
  const marks = verdicts.map(({ mark }) => mark)
  if (marks.includes('fail')) return 'fail'
  if (marks.length === 0 || marks.every((mark) => mark === 'n.a.')) return 'n.a.'
  return marks.includes('n.a.') ? 'pass*' : 'pass'
}

/** Whoever refuses honest work would pass by refusing everything. */
export function comparable(verdicts) {
  if (verdicts.every(({ fault, mark }) => fault !== 'honest' || mark === 'pass')) return verdicts
  const note = 'not comparable: honest work was not accepted'
  return verdicts.map((each) => (each.fault === 'honest' ? each : { ...each, mark: 'n.a.', note }))
}
