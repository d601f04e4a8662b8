#!/usr/bin/env node
import { EXIT } from '../runtime/problem.ts'
import { printError } from './print.ts'
import { runCli } from './run-cli.ts'

process.stdout.on('error', () => {})
// Node would print it as it is, with whatever it holds.
process.on('uncaughtException', (error) => {
  const what = process.env.WIGGUM_DEBUG ? error.stack : error.message
  printError(`wiggum: This is a bug in wiggum: ${what}\n`)
  process.exit(EXIT.bug)
})
process.exitCode = await runCli(process.argv.slice(2))
