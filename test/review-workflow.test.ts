import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { review } from '../src/cli/commands/review.ts'

/** docs/review.md: its workflow and its flags against the command. */

const page = readFileSync('docs/review.md', 'utf8')
const flags = new Set((review.options ?? []).map(({ flags: text }) => text.split(' ')[0]!))

interface Step {
  uses?: string
  run?: string
  if?: string
  with?: Record<string, unknown>
}

function workflow(): {
  on: unknown
  permissions: Record<string, string>
  steps: Step[]
  job: { if: string }
} {
  const [, text] = /```yaml\n(.*?)```/s.exec(page) ?? []
  const { on, permissions, jobs } = parse(text ?? '')
  return { on, permissions, job: jobs.review, steps: jobs.review.steps }
}

it('the workflow is called for pull requests, may do no more than it must, and leaves forks out', () => {
  const { on, permissions, job } = workflow()
  expect(on).toBe('pull_request')
  expect(permissions).toEqual({ contents: 'read', 'security-events': 'write' })
  expect(job.if).toContain('head.repo.full_name == github.repository')
})

it('it has the history, hands the range over as data, and uploads the file that the command writes', () => {
  const { steps } = workflow()
  expect(steps[0]).toMatchObject({
    uses: expect.stringMatching(/^actions\/checkout@v\d/),
    with: { 'fetch-depth': 0 },
  })
  const command = steps.find(({ run }) => run?.includes('wiggum review'))?.run ?? ''
  expect(command).toContain('"origin/$BASE...HEAD"')
  expect(command, 'an expression in a script would be run').not.toContain('${{')
  const [, output] = /--output (\S+)/.exec(command) ?? []
  const upload = steps.find(({ uses }) => uses?.includes('upload-sarif'))
  expect(upload).toMatchObject({
    with: { sarif_file: output },
    if: expect.stringContaining(`hashFiles('${output}')`),
  })
})

it('every flag of every command line on the page exists', () => {
  const lines = [...page.matchAll(/wiggum review [^`\n]*/g)].map(([line]) => line.split(' #')[0]!)
  expect(lines.length).toBeGreaterThan(4)
  const used = lines.flatMap((line) => line.match(/(?<= )--[a-z-]+/g) ?? [])
  expect([...new Set(used)].filter((flag) => !flags.has(flag))).toEqual([])
})

it('every flag of the command is on the page', () => {
  expect([...flags].filter((flag) => !page.includes(flag))).toEqual([])
})
