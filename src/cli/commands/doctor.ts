import { type CommandSpec, flag } from '../command.ts'

export const doctor: CommandSpec = {
  name: 'doctor',
  summary: 'say what is installed, what is missing, and what protects you here',
  options: [{ flags: '--notify', about: 'send a test notification on every configured channel instead' }],
  examples: ['wiggum doctor', 'wiggum doctor --json', 'wiggum doctor --notify'],
  exits: '3 something that is needed is missing, or a notification was not sent · 4 no agent is installed',
  action: async (call) => {
    if (flag(call, 'notify')) {
      const { tryNotifications } = await import('../try-notifications.ts')
      return tryNotifications(call)
    }
    const { examine } = await import('../examine.ts')
    return examine(call)
  },
}
