import { HOST } from '../../core/chains.ts'
import type { Command } from '../../core/commands.ts'
import { type RunContext, record } from '../context.ts'
import { performCollect } from './collect.ts'
import { performContextCheckpoint } from './context-checkpoint.ts'
import { performCloseCycle } from './cycle.ts'
import { performEndPass } from './end-pass.ts'
import { performFinish } from './finish.ts'
import { performHandOver } from './hand-over.ts'
import { performHook } from './hook.ts'
import { performInspect } from './inspect.ts'
import { performJudge } from './judge.ts'
import { performBuildMerge, performLand, performRevert } from './merge.ts'
import { performSurveyChange } from './survey-change.ts'
import { performVerify } from './verify.ts'

/** Command → effect → events. The only place where deciding meets the world. What a live session hardly ever needs is loaded when it does. */
export async function perform(context: RunContext, command: Command): Promise<void> {
  switch (command.do) {
    case 'record':
      record(context, command.event)
      return
    case 'agent':
      return context.host && command.call.agent === HOST
        ? performHandOver(context, context.host, command.call)
        : (await import('./agent.ts')).performAgent(context, command.call)
    case 'adopt':
      return (await import('./adopt.ts')).performAdopt(context)
    case 'take-change':
      return (await import('./take-change.ts')).performTakeChange(context)
    case 'collect':
      return performCollect(context, command)
    case 'judge':
      return performJudge(context, command.step)
    case 'own-detectors':
      return (await import('./own-detectors.ts')).performOwnDetectors(context, command)
    case 'inspect':
      return performInspect(context, command.head)
    case 'survey-change':
      return performSurveyChange(context, command)
    case 'verify':
      return performVerify(context, command)
    case 'build-merge':
      return performBuildMerge(context, command.head)
    case 'hook':
      return performHook(context, command)
    case 'revert':
      return performRevert(context, command)
    case 'land':
      return performLand(context, command)
    case 'open-gate': {
      const { gate, kind, question, choices, evidence } = command
      record(context, { type: 'gate.opened', data: { gate, kind, question, choices, evidence } })
      return
    }
    case 'checkpoint':
      return (await import('./checkpoint.ts')).performCheckpoint(context, command)
    case 'context-checkpoint':
      return performContextCheckpoint(context, command.data)
    case 'queue-task':
      return (await import('./queue-task.ts')).performQueueTask(context, command)
    case 'notify':
      return (await import('./notify.ts')).performNotify(context, command)
    case 'end-pass':
      return performEndPass(context, command)
    case 'close-cycle':
      return performCloseCycle(context, command)
    case 'finish':
      return performFinish(context, command.ending)
  }
}
