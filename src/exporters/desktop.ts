import { findProgram } from '../agents/find-program.ts'
import { cleanText } from '../contracts/clean-text.ts'
import { notifications } from '../policy/notifications.ts'
import type { Notice } from '../report/notice.ts'
import { baseEnvironment, withNames } from '../runtime/environment.ts'
import { capture } from '../runtime/supervise.ts'

export interface Desktop {
  env: Record<string, string | undefined>
  signal: AbortSignal
}

/** How a desktop is reached: its bus and its screen. */
const SESSION = ['DBUS_SESSION_BUS_ADDRESS', 'DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY']
const MAX_BODY = 500

/** Program → its arguments. The words are arguments of their own and never part of a script. */
const notifiers: Record<string, (title: string, body: string) => string[]> = {
  'notify-send': (title, body) => ['--app-name=wiggum', '--', title, withoutMarkup(body)],
  osascript: (title, body) => [
    ...['-e', 'on run argv', '-e', 'display notification (item 2 of argv) with title (item 1 of argv)'],
    ...['-e', 'end run', title, body],
  ],
}

/** Shows it on the desktop. `null`: shown; else what was in the way. */
export async function showOnDesktop({ title, lines }: Notice, { env, signal }: Desktop) {
  const found = await findNotifier(env.PATH ?? '')
  if (!found)
    return 'neither notify-send nor osascript is on PATH; install one, or set stagnation.notifications.desktop to false'
  const { name, file } = found
  const body = cleanText(lines.join('\n'), MAX_BODY)
  const { code, stderr, timedOut } = await capture(file, notifiers[name]!(title, body), {
    env: withNames(baseEnvironment(env), env, SESSION),
    timeoutMs: notifications.desktopMs,
    maxBytes: 64 * 1024,
    signal,
  })
  if (code === 0) return null
  const said = cleanText(stderr.trim().split('\n')[0] ?? '', 200)
  if (timedOut) return `${name} took longer than ${notifications.desktopMs / 1000} s`
  return `${name} ${code === null ? 'was ended' : `exited ${code}`}${said === '' ? '' : `: ${said}`}`
}

async function findNotifier(path: string): Promise<{ name: string; file: string } | null> {
  for (const name of Object.keys(notifiers)) {
    const file = await findProgram(name, path)
    if (file !== null) return { name, file }
  }
  return null
}

function withoutMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
