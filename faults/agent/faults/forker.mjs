import { spawn } from 'node:child_process'
import { tell } from '../call.mjs'
import { forever } from '../play.mjs'
import { done } from '../words.mjs'
import { mend } from './honest.mjs'

/** `ended`: leaves processes behind and ends well. `killed`: the same, and works on until the orchestrator is killed. */
export default async function forker(call, voice) {
  voice.begin()
  // Its argument is how the suite finds it again; a process that has dropped its environment shows nothing else.
  const idle = `sh -c 'while :; do sleep 1; done' ${call.mark}`
  const ways = [`${idle} &`, `setsid ${idle} &`, `(setsid nohup ${idle} &) &`, `env -i setsid ${idle} &`]
  for (const way of ways) {
    const child = spawn('sh', ['-c', way], { stdio: 'ignore', detached: true })
    await new Promise((resolve) => child.on('exit', resolve))
  }
  tell({ kind: 'forked' })
  if (call.variant === 'killed') await forever()
  mend(call, voice)
  voice.end(done(call))
}
