import type { Measures } from '../core/events.ts'
import { isTestFile } from '../verify/test-files.ts'
import type { Base } from './base.ts'
import type { Message } from './message.ts'
import { outlineOf } from './outline.ts'
import { measurePlan } from './plan.ts'
import { resolver } from './references.ts'
import { measureResearch } from './research.ts'

/** A final message in figures; what is looked at depends on the role. `base` is asked for only where it is needed. */
export async function measureMessage(message: Message, openBase: () => Promise<Base>): Promise<Measures> {
  const outline = outlineOf(message.text)
  const { words } = outline
  switch (message.role) {
    case 'explorer': {
      const resolve = resolver((await openBase()).paths())
      return { words, research: measureResearch(message, outline, resolve) }
    }
    case 'creator': {
      const base = await openBase()
      return { words, plan: await measurePlan(message, { outline, base, resolve: resolver(base.paths()) }) }
    }
    case 'maker':
      return { words, tests_in_base: (await openBase()).paths().some(isTestFile) }
    default:
      return { words }
  }
}
