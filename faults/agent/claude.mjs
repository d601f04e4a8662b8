import { readCall } from './call.mjs'
import { play } from './play.mjs'

/** Plays the part of the `claude` command. FAULT says how it misbehaves: `liar`, `staller/end`, and so on. */
const [first] = process.argv.slice(2)
if (first === '--version' || first === '-v') {
  console.log('2.1.325 (Claude Code)')
} else if (first === '--help' || first === '-h') {
  console.log('Usage: claude [options] [command] [prompt]')
} else {
  // Whoever reads us may stop reading: that is no error of ours.
  process.stdout.on('error', () => process.exit(0))
  process.exitCode = await play(await readCall())
}
