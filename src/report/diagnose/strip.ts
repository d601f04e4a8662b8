import type { DiagnosedRun } from '../../diagnose/diagnosed-run.ts'

const MARKS = { nudge: '!', halt: '■' } as const

/** A run as a line of letters, and under it where something was seen. */
export function strip({ trail, steps, would, stopped }: DiagnosedRun, width: number): string[] {
  if (trail === '') return []
  const shown = trail.slice(0, Math.max(10, width - 2))
  const marks = Array.from({ length: shown.length }, () => ' ')
  const mark = (step: number, sign: string) => {
    if (step > 0 && step <= shown.length) marks[step - 1] = sign
  }
  mark(stopped.step, '^')
  if (would.nudge) mark(would.nudge.step, MARKS.nudge)
  if (would.halt) mark(would.halt.step, MARKS.halt)
  const cut = steps > shown.length ? '…' : ''
  return [
    `${shown}${cut}`,
    marks.join('').trimEnd(),
    'E changed, T tests better, R read new, D to-do done, x failed; ^ progress stopped, ! nudge, ■ halt',
    '',
  ].filter((line, at) => at !== 1 || line !== '')
}
