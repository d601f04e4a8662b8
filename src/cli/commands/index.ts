import type { CommandSpec } from '../command.ts'
import { answer, approve, reject } from './answers.ts'
import { backtest } from './backtest.ts'
import { completion } from './completion.ts'
import { demo } from './demo.ts'
import { detectors } from './detectors.ts'
import { diagnose } from './diagnose.ts'
import { doctor } from './doctor.ts'
import { explain } from './explain.ts'
import { gc } from './gc.ts'
import { hook } from './hook.ts'
import { init } from './init.ts'
import { loop } from './loop.ts'
import { memory } from './memory.ts'
import { plugin } from './plugin.ts'
import { replay } from './replay.ts'
import { report } from './report.ts'
import { rescue } from './rescue.ts'
import { resume } from './resume.ts'
import { review } from './review.ts'
import { run } from './run.ts'
import { runs } from './runs.ts'
import { schema } from './schema.ts'
import { score } from './score.ts'
import { sprint } from './sprint.ts'
import { status } from './status.ts'
import { stop } from './stop.ts'

/** Every command there is. A new one is a file beside these and a line here. */
export const commands: CommandSpec[] = [
  run,
  loop,
  sprint,
  review,
  resume,
  stop,
  status,
  runs,
  gc,
  rescue,
  approve,
  answer,
  reject,
  report,
  explain,
  replay,
  score,
  backtest,
  diagnose,
  detectors,
  memory,
  init,
  doctor,
  demo,
  schema,
  completion,
  hook,
  plugin,
]
