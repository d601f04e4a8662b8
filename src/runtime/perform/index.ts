import { HOST } from '../../core/chains.ts'
import type { Command } from '../../core/commands.ts'
import { type RunContext, record } from '../context.ts'
import { later, loadLater } from './later.ts'

/** Command → effect → events. The only place where deciding meets the world. What is not needed for the first agent to begin is loaded later. */
export async function perform(context: RunContext, command: Command): Promise<void> {
  switch (command.do) {
    case 'record':
      record(context, { ...command.event, key: command.key })
      return
    case 'agent':
      if (context.host && command.call.agent === HOST)
        return (await import('./hand-over.ts')).performHandOver(context, context.host, command.call)
      loadLater()
      return (await import('./agent.ts')).performAgent(context, command.call)
    case 'adopt':
      return (await import('./adopt.ts')).performAdopt(context)
    case 'take-change':
      return (await import('./take-change.ts')).performTakeChange(context)
    case 'collect':
      return (await later.collect()).performCollect(context, command)
    case 'judge':
      return (await later.judge()).performJudge(context, command.step)
    case 'own-detectors':
      return (await later.rules()).performOwnDetectors(context, command)
    case 'inspect':
      return (await later.inspect()).performInspect(context, command.head)
    case 'survey-change':
      return (await later.survey()).performSurveyChange(context, command)
    case 'verify':
      return (await later.verify()).performVerify(context, command)
    case 'build-merge':
      return (await later.merge()).performBuildMerge(context, command.head)
    case 'hook':
      return (await later.hook()).performHook(context, command)
    case 'revert':
      return (await later.merge()).performRevert(context, command)
    case 'land':
      return (await later.merge()).performLand(context, command)
    case 'open-gate': {
      const { gate, kind, question, choices, evidence } = command
      const data = { gate, kind, question, choices, evidence }
      record(context, { type: 'gate.opened', key: command.key, data })
      return
    }
    case 'checkpoint':
      return (await later.checkpoint()).performCheckpoint(context, command)
    case 'context-checkpoint':
      return (await later.context()).performContextCheckpoint(context, command.data)
    case 'queue-task':
      return (await later.queue()).performQueueTask(context, command)
    case 'notify':
      return (await later.notify()).performNotify(context, command)
    case 'end-pass':
      return (await later.pass()).performEndPass(context, command)
    case 'close-cycle':
      return (await later.cycle()).performCloseCycle(context, command)
    case 'finish':
      return (await later.finish()).performFinish(context, command.ending)
  }
}
