import type { EventOf } from '../../core/events.ts'
import type { RunState } from '../../core/state.ts'
import { duration, plural } from '../words.ts'
import { closed, opened, type ProgressLine, said, stageOf, type Writers } from './line.ts'

const VERIFYING: Record<string, string> = {
  baseline: 'checking the base',
  merged: 'checking the merged change',
  'base-copies': 'checking with the tests as they were',
  'can-fail': 'tests that must fail',
  proof: 'the change’s own tests on the old code',
  canary: 'can the tests fail?',
  'canary-base': 'could the tests fail before?',
  'canary-cause': 'what keeps the tests from failing?',
  sabotage: 'do the checks read the change?',
}

/** What came of them: the change, its checks, the merge. */
export const workLines: Writers = {
  'work.collected': ({ data }, state) => {
    const tests = data.files.filter((file) => file.test).length
    const parts = [plural(data.files.length + data.more_files, 'file'), plural(tests, 'test file')]
    if (data.took_along.length > 0)
      parts.push(`${plural(data.took_along.length, 'uncommitted file')} taken along`)
    if (data.history_rewritten) parts.push('history was rewritten: taken as one commit')
    const nothing = data.files.length === 0
    return said(
      stageOf(state, 'maker'),
      'what git says changed',
      nothing ? 'nothing' : parts.join(', '),
      nothing ? 'bad' : 'plain',
    )
  },
  'work.inspected': ({ data }, state) => {
    if (data.findings.length === 0) return null
    return said(stageOf(state, 'maker'), 'supervisor’s own look', data.findings[0]!.description, 'bad')
  },
  'verify.start': ({ data }, state) => opened(`verify:${data.kind}`, 'Verify', verifying(state, data.kind)),
  'verify.complete': ({ data }, state) =>
    closed(`verify:${data.kind}`, 'Verify', verifying(state, data.kind), verified(data), verifyTone(data)),
  'merge.built': ({ data }, state) =>
    data.onto === state.start?.base
      ? null
      : said(
          'Merge',
          `${state.start?.target} ${data.rewritten ? 'was rewritten' : 'moved'} during the run`,
          `${data.rewritten ? 'the change alone, ' : ''}built on ${data.onto.slice(0, 10)}`,
          'ask',
        ),
  'merge.conflict': ({ data }) =>
    said('Merge', 'building the merge', `conflict in ${data.files.slice(0, 3).join(', ')}`, 'bad'),
  'land.start': ({ data }) => opened('land', 'Land', `moving ${data.target}`),
  'land.refused': ({ data }) => closed('land', 'Land', 'not moved', data.detail, 'bad'),
  'run.merged': ({ data }) =>
    closed(
      'land',
      'Land',
      `moving ${data.target}`,
      `merged to ${data.target} (${data.commit.slice(0, 10)})`,
      'good',
    ),
  'run.reverted': ({ data }) =>
    said(
      'Revert',
      `taking the merge back: ${data.reason}`,
      data.commit ? data.commit.slice(0, 10) : (data.problem ?? ''),
      data.commit ? 'ask' : 'bad',
    ),
  'hook.complete': ({ data }) =>
    data.checks.length > 0
      ? said(
          'Hook',
          data.point,
          data.ok ? 'ok' : `failed: ${data.reason}${data.aborts ? '' : ' (warning only)'}`,
          data.ok ? 'good' : 'bad',
        )
      : null,
}

/** What is only reviewed is merged nowhere. */
function verifying({ start }: RunState, kind: string): string {
  return start?.review && kind === 'merged' ? 'checking the change' : (VERIFYING[kind] ?? kind)
}

function verified(data: EventOf<'verify.complete'>['data']): string {
  const time = duration(data.duration_ms)
  if (data.kind === 'proof')
    return data.green || data.own_tests ? `${data.reason} (${time})` : `red on the old code (${time})`
  if (isAboutChecks(data.kind)) return `${data.reason} (${time})`
  if (!data.ran) return 'nothing to run'
  if (data.kind === 'can-fail')
    return data.green ? 'green: the tests cannot fail any more' : `red, as they must be (${time})`
  return data.green ? `green (${time})` : `red: ${data.reason}`
}

/** Of what the work is checked with: what is not as it should be there may have been so before. */
function isAboutChecks(kind: string): boolean {
  return kind.startsWith('canary') || kind === 'sabotage'
}

function verifyTone(data: EventOf<'verify.complete'>['data']): ProgressLine['tone'] {
  if (data.kind === 'canary-cause') return data.green ? 'plain' : 'bad'
  if (isAboutChecks(data.kind)) return data.green ? 'good' : 'plain'
  if (data.kind === 'proof') return data.green ? 'plain' : 'good'
  if (data.kind === 'can-fail') return data.green ? 'bad' : 'good'
  if (data.kind === 'baseline' && !data.green) return 'ask'
  return data.green ? 'good' : 'bad'
}
