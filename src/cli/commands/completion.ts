import type { CommandSpec } from '../command.ts'

export const completion: CommandSpec = {
  name: 'completion',
  summary: 'print a completion script for your shell',
  args: '<shell>',
  examples: [
    'wiggum completion bash >> ~/.bashrc',
    'wiggum completion zsh > ~/.zfunc/_wiggum',
    'wiggum completion fish > ~/.config/fish/completions/wiggum.fish',
  ],
  action: async (call) => {
    const [{ completionScript }, { commands }] = await Promise.all([
      import('../completion-script.ts'),
      import('./index.ts'),
    ])
    call.out(completionScript(call.args[0] ?? '', commands))
    return 0
  },
}
