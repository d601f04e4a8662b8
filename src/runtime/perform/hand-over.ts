import { sessionPrompt } from '../../archetypes/session-prompt.ts'
import type { AgentCall } from '../../core/commands.ts'
import { hideSecrets } from '../../secrets/known.ts'
import { artifactPath, copyArtifact } from '../../store/artifacts.ts'
import type { Host, RunContext } from '../context.ts'
import { announce } from './announce.ts'

/** The session that called us is the agent: it is told what comes next, and this process ends. */
export async function performHandOver(context: RunContext, host: Host, call: AgentCall): Promise<void> {
  const { layout, state } = context
  const prompt = hideSecrets(sessionPrompt(state, call, host))
  announce(context, call, { agent: host, continues: null })
  const artifact = `prompts/${call.step}-${call.attempt}.md`
  copyArtifact(layout, state.runId, artifact, prompt)
  host.handed = { role: call.role, prompt, path: artifactPath(layout, state.runId, artifact) }
}
