import type { Plan } from '../core/measures.ts'
import { abstractionsIn } from './abstractions.ts'
import type { Base } from './base.ts'
import type { Message } from './message.ts'
import type { Outline } from './outline.ts'
import { packagesIn } from './packages.ts'
import { pathsIn, type Resolve } from './references.ts'
import { scopeOf } from './scope.ts'
import { decisionsOf, namesIn, speculationsIn } from './speculation.ts'

const MAX_NAMED = 100
const MAX_SHOWN = 160

interface About {
  outline: Outline
  base: Base
  resolve: Resolve
}

/** A Creator's plan in figures. */
export async function measurePlan(message: Message, { outline, base, resolve }: About): Promise<Plan> {
  const decisions = decisionsOf(message, outline)
  const abstractions = abstractionsIn(outline, decisions)
  const packages = packagesIn(outline, decisions)
  const known = await base.holds([...new Set([...abstractions, ...namesIn(decisions)])])
  const installed = await base.dependsOn(packages)
  const speculations = speculationsIn({ message, outline, decisions, resolve, known })
  return {
    named: namedIn(outline),
    abstractions: abstractions.filter((name) => !known.has(name)),
    packages: packages.filter((name) => !installed.has(name)),
    speculations: speculations.map((text) => text.slice(0, MAX_SHOWN)),
    scope: await scopeOf(message, base, resolve),
  }
}

function namedIn({ sections }: Outline): string[] {
  const lines = sections.flatMap((section) => [section.title, ...section.lines.map(({ text }) => text)])
  return pathsIn(lines).slice(0, MAX_NAMED)
}
