import type { ConfigFile } from '../ecosystems/ecosystem.ts'
import { ecosystems } from '../ecosystems/index.ts'
import type { TreeReader } from '../tree-reader.ts'
import type { Case, PathChange, Seen, TamperFinding } from './finding.ts'
import { onlyAdds } from './only-adds.ts'
import { firstDifference, lineOf } from './quote.ts'

/** Configuration that decides what a test run does, in a tests' fixture it decides nothing. */
const fixture = /(?:^|\/)(?:fixtures|__fixtures__|testdata)\//

export function configOf(path: string): ConfigFile | undefined {
  if (fixture.test(path)) return undefined
  return ecosystems.flatMap(({ configFiles }) => configFiles).find(({ files }) => files.test(path))
}

/** The part that matters; '' if the file is absent. A file that cannot be read counts as one whole. */
export async function configPart(
  tree: TreeReader,
  path: string,
  targets: readonly string[],
): Promise<string> {
  if (!tree.has(path)) return ''
  const text = await tree.read(path)
  return text === null ? '(cannot be read)' : (configOf(path)?.part(text, { path, targets }) ?? '')
}

export async function inspectConfig({ base, head, changes, reach }: Case): Promise<Seen> {
  const seen: Seen = { findings: [], paths: [] }
  const targets = [...reach.targets]
  for (const change of changes) {
    const config = configOf(change.path)
    if (!config) continue
    const before = await configPart(base, change.path, targets)
    const after = await configPart(head, change.path, targets)
    const text = await head.read(change.path)
    const binary = before === after && before === '(cannot be read)'
    if (before === after && change.change !== 'type' && !binary) {
      const built = await aroundOf(config, change.path, { base, head })
      if (built === null) continue
      seen.findings.push({ ...finding(change, config, { ...built, text }), unlessSound: true })
    } else seen.findings.push(finding(change, config, { before, after, text }))
    seen.paths.push(change.path)
  }
  return seen
}

/** `null`: what stands around the part that decides about tests is as it was. */
async function aroundOf(
  { around }: ConfigFile,
  path: string,
  { base, head }: Pick<Case, 'base' | 'head'>,
): Promise<{ before: string; after: string } | null> {
  if (!around) return null
  const [before, after] = [await base.read(path), await head.read(path)].map((text) =>
    around(text ?? '', path),
  )
  return before === after ? null : { before: before!, after: after! }
}

function finding(
  { path, change }: PathChange,
  { what, isMore }: ConfigFile,
  texts: { before: string; after: string; text: string | null },
): TamperFinding {
  const { before, after, text } = texts
  const verb =
    before === ''
      ? 'added'
      : after === ''
        ? 'removed'
        : change === 'type'
          ? 'replaced by another kind of file'
          : 'changed'
  const isReadable = text !== null && change !== 'type'
  const isAddition = !isMore && isReadable && onlyAdds(before, after)
  const added = after.split('\n').find((line) => !before.includes(line)) ?? ''
  return {
    file: path,
    line: lineOf(text, added),
    description: `${path}, ${what}, was ${verb}.`,
    fix:
      before === ''
        ? `Take ${path}'s test settings out again.`
        : `Put ${path}'s test settings back as they were.`,
    evidence: firstDifference(before, after),
    ...(isAddition ? { unlessSound: true as const } : {}),
  }
}
