#!/usr/bin/env node
import { runCli } from './run-cli.ts'

process.stdout.on('error', () => {})
process.exitCode = await runCli(process.argv.slice(2))
