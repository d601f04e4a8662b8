import { cleanText } from '../../contracts/clean-text.ts'
import type { CheckResult } from '../../core/events.ts'
import { artifactPath } from '../../store/artifacts.ts'
import { refuseFullDisk } from '../../store/environment-error.ts'
import type { CheckRunner } from '../../verify/run-checks.ts'
import { boxChecks } from '../boxing.ts'
import { leashOf, placesOf, type RunContext, show } from '../context.ts'
import { baseEnvironment, usersEnvironment, withNames } from '../environment.ts'

const GRACE_MS = 2_000

interface Place {
  /** What is being checked; names the output's file. */
  kind: string
  dir: string
  short: string
  env?: Record<string, string>
  /** What the commands are told they are part of, where that differs: tests must not see which run this is. */
  as?: string
  /** The user's own command, which an agent could not write: it runs as they would run it, outside the sandbox. */
  own?: boolean
  /** In the user's own tree, with what they have in their environment, as they would run it themselves. */
  inPlace?: boolean
}

/** Runs one command of the user's under supervision: bounded in time, its output kept, nothing left behind. */
export function checkRunner(context: RunContext, where: Place): CheckRunner {
  const { outside, state, config, layout } = context
  const box = boxChecks(context, where.kind, where.dir)
  return async (name, command, timeoutMs): Promise<CheckResult> => {
    show(context, { kind: 'check', step: where.kind, command })
    const artifact = `verify/${where.kind}-${where.short}-${name}.log`
    const program = {
      file: '/bin/sh',
      args: ['-c', `exec 2>&1\n${command}`],
      env: {
        ...(where.inPlace
          ? usersEnvironment(context.env)
          : withNames(baseEnvironment(context.env), context.env, config.env)),
        CI: '1',
        // A `script-shell=/bin/true` in the user's own .npmrc, which an agent can write, would make every check green.
        npm_config_script_shell: '/bin/sh',
        WIGGUM_RUN_ID: state.runId,
        WIGGUM_STEP: `verify-${where.as ?? where.kind}`,
        ...where.env,
      },
    }
    const boxed = where.own || where.inPlace ? null : await box(program)
    const result = await outside
      .superviseProcess({
        ...(boxed?.program ?? program),
        cwd: where.dir,
        stdin: null,
        idleMs: null,
        wallMs: timeoutMs,
        graceMs: GRACE_MS,
        leash: leashOf(context, `verify-${where.kind}`),
        rawPath: artifactPath(layout, state.runId, artifact),
        onLine: null,
        signal: context.abort.signal,
      })
      .finally(() => boxed?.close())
    if (result.exitCode !== 0 && !context.abort.signal.aborted) refuseFullDisk(placesOf(context))
    return {
      name,
      command,
      // Whoever was ended by us did not pass, whatever code it left with.
      exit: result.outcome === 'exited' ? result.exitCode : null,
      timed_out: result.outcome === 'wall-timeout',
      duration_ms: Math.round(result.durationMs),
      artifact,
      tail: cleanText(result.stdoutTail.slice(-4_000), 4_000),
    }
  }
}
