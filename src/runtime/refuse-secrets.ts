import type { EventData } from '../core/events.ts'
import { redactor } from '../secrets/known.ts'
import { EXIT, Problem } from './problem.ts'

/** Words that go into the log, into prompts and into commits: a secret among them would be in all of these. */
export function refuseSecrets(text: string, what: string): void {
  const [found] = redactor().find(text)
  if (found === undefined) return
  throw new Problem(
    EXIT.usage,
    `${what} holds ${found.kind}`,
    'Pass it by a variable: set one in your environment, name it under `env` in the configuration, and write its $NAME instead',
  )
}

type Told = Pick<
  EventData['run.start'],
  'verify' | 'hooks' | 'files' | 'target' | 'agents' | 'archetypes' | 'detectors'
>

/** What a run is told at its start and goes by later: it is in the log, where no secret is. */
export function refuseSecretsInStart(start: Told): void {
  const { verify, hooks, files, target, agents, archetypes, detectors } = start
  for (const command of [...verify.setup, verify.test ?? '', ...verify.acceptance])
    refuseSecrets(command, 'A command for verification')
  for (const { point, run } of hooks) refuseSecrets(run, `The hook ${point}`)
  refuseSecrets(files.join('\n'), 'A name in --files')
  refuseSecrets(target, 'The name of the target branch')
  refuseSecrets(JSON.stringify(agents), 'The command of an agent')
  for (const role of archetypes ?? []) refuseSecrets(JSON.stringify(role), `The archetype ${role.name}`)
  for (const detector of detectors ?? [])
    refuseSecrets(JSON.stringify(detector), `The detector ${detector.id}`)
}
