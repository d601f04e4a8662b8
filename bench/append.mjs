import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { compare, warmUpOf } from './measure.mjs'
import { ratioRow } from './table.mjs'

/** The journal's append against a bare write and sync of the very same bytes. */
export async function append({ folder, load, quick }) {
  const { createJournal } = await load('journal')
  const { sampleDrafts, TIME } = await load('sample-events')
  const rounds = quick ? 300 : 3000
  const drafts = [...sampleDrafts(rounds + warmUpOf(rounds))]
  // The bytes are the journal's own, from a first log that nobody times.
  const first = createJournal(join(folder, 'append-first.jsonl'), 'bench')
  for (const draft of drafts) first.append(draft, TIME)
  first.close()
  const lines = linesOf(first.path)
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

function linesOf(path) {
  return readFileSync(path, 'latin1')
    .split('\n')
    .map((line) => Buffer.from(`${line}\n`, 'latin1'))
}
