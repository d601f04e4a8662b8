import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { put } from '../lib/world.mjs'

const PROGRAM = process.env.FAULTS_WIGGUM ?? fileURLToPath(new URL('../../dist/wiggum.js', import.meta.url))

export default {
  name: 'wiggum',
  configuration:
    '`wiggum loop`; the idle limit is 8 s in place of 5 min; all else by default (tests found, sandbox auto, 5 passes)',
  version: () => execFileSync(process.execPath, [PROGRAM, '--version'], { encoding: 'utf8' }).trim(),
  prepare: ({ repo }) => put(repo, '.wiggum/config.yaml', 'limits: { agent_idle_minutes: 0.13 }\n'),
  start: ({ task }) => ({
    file: process.execPath,
    args: [PROGRAM, 'loop', task, '--agent', 'claude', '--json'],
  }),
  claims: ({ code }) => code === 0,
}
