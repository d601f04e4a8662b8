import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const ROUNDS = 20

/** Every live process of a world: the mark is in its environment, its arguments or its folder. Linux only. */
export function processesOf(mark) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
  return pids.flatMap((pid) => look(pid, mark) ?? [])
}

function look(pid, mark) {
  const environ = read(`/proc/${pid}/environ`)
  const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()
  if (![environ, command, folderOf(pid)].some((text) => text.includes(mark))) return null
  const status = read(`/proc/${pid}/status`)
  // A zombie runs no more; its parent has not asked for its exit code yet.
  if (status === '' || /^State:\s+[ZX]/m.test(status)) return null
  const mb = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
  const isAgent = environ.includes(`FAULT_AGENT=${mark}`) || /\.local\/(?:bin|share)\/claude/.test(command)
  return { pid: Number(pid), command: command.slice(0, 160), mb, isAgent }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Gone in between, or somebody else's.
    return ''
  }
}

function folderOf(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

/** Ends all of them by their ids, and those that they start meanwhile. */
export async function endAll(mark) {
  for (let round = 0; round < ROUNDS; round += 1) {
    const left = processesOf(mark)
    if (left.length === 0) return
    for (const { pid } of left) kill(pid)
    await pause(100)
  }
}

export function kill(pid, signal = 'SIGKILL') {
  try {
    process.kill(pid, signal)
  } catch {
    // Ended by itself meanwhile.
  }
}
