import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Layer } from '../../src/detectors/detector.ts'
import { detectors } from '../../src/detectors/index.ts'
import { type DetectorFacts, detectorFacts } from '../../src/report/detector-facts.ts'
import { LAYERS, numbers } from '../../src/report/explain-detector.ts'

/** docs/detectors.md is made from the registry: `npx vitest run test/detectors/docs.test.ts -u` writes it. */

const facts = detectors.map((rule) => detectorFacts(rule, {}))
const layers = [...new Set(facts.map(({ layer }) => layer))]
const escaped = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '\\<')

function row({ id, kind, notices, thresholds, blind_to }: DetectorFacts): string {
  const name = kind ? `\`${id}\` (${kind})` : `\`${id}\``
  return `| ${name} | ${escaped(notices)} | ${numbers(thresholds) || '–'} | ${escaped(blind_to ?? '')} |`
}

function section(layer: Layer): string {
  const rules = facts.filter((rule) => rule.layer === layer)
  const shadows = [...new Set(rules.map(({ shadow }) => shadow))]
  const corrections = shadows.map((shadow) => {
    const said = [...new Set(rules.filter((rule) => rule.shadow === shadow).map((rule) => rule.correction))]
    return `- \`${shadow}\`: ${said.map(escaped).join(' ')}`
  })
  return [
    `## ${layer}: ${rules.length}`,
    `They look ${LAYERS[layer]}.`,
    ['| rule | notices | numbers | cannot see |', '|---|---|---|---|', ...rules.map(row)].join('\n'),
    `What is said or done about it:\n\n${corrections.join('\n')}`,
  ].join('\n\n')
}

function document(): string {
  const intro = `The ${facts.length} rules that watch a run. What happens when one fires is in [corrective-action.md](corrective-action.md); \`wiggum explain <id>\` shows one with its examples; [configuration.md](configuration.md) says how to switch and tune them. Made from the registry by \`npx vitest run test/detectors/docs.test.ts -u\`.`
  return `# Detectors\n\n${intro}\n\n${layers.map(section).join('\n\n')}\n`
}

test('docs/detectors.md is what the registry says', async () => {
  await expect(document()).toMatchFileSnapshot('../../docs/detectors.md')
})

test('every id that the documents name is there', () => {
  const known = new Set(detectors.flatMap(({ id, shadow }) => [id, shadow]))
  // `stagnation.threshold` and its kin are keys of the configuration.
  const ids = detectors.filter(({ layer }) => layer !== 'stagnation').map(({ id }) => id)
  const roots = [...new Set(ids.map((id) => id.split('.')[0]))].join('|')
  const form = new RegExp(`\`((?:${roots})\\.[a-z-]+(?:\\.[a-z-]+)?)\``, 'g')
  const unknown = readdirSync('docs')
    .filter((name) => name.endsWith('.md') && !name.startsWith('adding-') && name !== 'own-detectors.md')
    .flatMap((name) =>
      [...readFileSync(`docs/${name}`, 'utf8').matchAll(form)].map(([, id]) => `${name}: ${id}`),
    )
    .filter((named) => !known.has(named.split(': ')[1]!))
  expect(unknown).toEqual([])
})
