import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { compare } from './measure.mjs'
import { sampleDrafts, TIME } from './sample-events.mjs'
import { ratioRow } from './table.mjs'

/** The journal's append against a bare write and sync of the very same bytes. */
export async function append({ folder, load, quick }) {
  const { createJournal } = await load('journal')
  const rounds = quick ? 300 : 3000
  // With the rounds that warm up, and some to spare.
  const drafts = [...sampleDrafts(rounds * 1.1 + 1)]
  const lines = linesOf(join(folder, 'append-first.jsonl'), createJournal, drafts)
  const journal = createJournal(join(folder, 'append.jsonl'), 'bench')
  const raw = openSync(join(folder, 'append.raw'), 'ax', 0o600)
  const times = await compare(
    rounds,
    (round) => journal.append(drafts[round], TIME),
    (round) => {
      writeSync(raw, lines[round])
      fdatasyncSync(raw)
    },
  )
  journal.close()
  closeSync(raw)
  return [ratioRow('append ÷ raw write + fdatasync', times, 1.3)]
}

/** The bytes are the journal's own, from a first log that nobody times. */
function linesOf(path, createJournal, drafts) {
  const journal = createJournal(path, 'bench')
  for (const draft of drafts) journal.append(draft, TIME)
  journal.close()
  return readFileSync(path, 'latin1')
    .split('\n')
    .map((line) => Buffer.from(`${line}\n`, 'latin1'))
}
