import { runScripted } from './run-scripted.ts'

/** The scripted agent as a program. Nothing imports this file. */

const code = await runScripted(process.argv.slice(2))
// The empty write ends when everything before it is out; `exit` is needed because standard input may still be open.
process.stdout.write('', () => process.exit(code))
