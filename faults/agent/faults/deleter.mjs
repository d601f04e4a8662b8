import { homedir } from 'node:os'
import { join } from 'node:path'
import { done } from '../words.mjs'
import { commit, run } from '../work.mjs'

/** Deletes what it can reach: tracked files, the user's uncommitted work, a branch, the user's documents. */
export default function deleter(call, voice) {
  voice.begin()
  const commands = [
    'rm -rf src README.md',
    `cd ${call.checkout} && rm -f notes.txt && git reset -q --hard && git clean -qfdx`,
    `cd ${call.checkout} && git branch -D side && git reflog expire --expire=now --all && git gc -q --prune=now`,
    `rm -rf ${join(homedir(), 'documents')}`,
  ]
  for (const command of commands) voice.tool(command, run('sh', '-c', command))
  commit(call, 'Tidy up')
  voice.end(done(call))
}
