import { operands } from './delete.ts'
import { gitCall, isRehearsal } from './git-call.ts'
import { isForcedPush } from './git-force.ts'
import { sendsAway } from './http-request.ts'
import { publishes } from './publishing.ts'
import { type Running, wordsAsText } from './running.ts'

/** What reaches another machine and changes something there, or may. */
export function externalCalls(running: Running): string[] {
  const { words } = running
  const reaches = pushes(running) || sendsAway(words) || runsElsewhere(words) || publishes(words)
  return reaches ? [wordsAsText(words)] : []
}

function pushes(running: Running): boolean {
  const call = gitCall(running)
  if (!call) return false
  if (call.verb === 'send-email' || (call.verb === 'svn' && call.args[0] === 'dcommit')) return true
  return call.verb === 'push' && !isRehearsal(call.args) && !isForcedPush(call)
}

const REMOTE = /^(?:[\w.-]+@)?[\w.-]+:(?!\/\/)|^(?:rsync|sftp|scp|ssh):\/\//

/** A command on another machine, or files for one. */
function runsElsewhere(words: string[]): boolean {
  const [program = ''] = words
  if (program === 'ssh') return sshOperands(words).length > 1
  if (program === 'scp' || program === 'rsync')
    return REMOTE.test(operands(words).at(-1) ?? '') && !isRehearsal(words)
  return /^(?:sftp|lftp|ftp|sendmail|mail|mailx|mutt|msmtp)$/.test(program)
}

const SSH_VALUE = /^-[bcDeFiIJlLmopQRSwW]$/

function sshOperands(words: string[]): string[] {
  const found: string[] = []
  for (let at = 1; at < words.length; at++) {
    if (found.length === 0 && words[at]!.startsWith('-')) at += SSH_VALUE.test(words[at]!) ? 1 : 0
    else found.push(words[at]!)
  }
  return found
}
