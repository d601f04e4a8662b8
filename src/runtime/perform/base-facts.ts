import type { Base } from '../../measures/base.ts'
import type { Asked } from '../../workspace/base-words.ts'
import type { RunContext } from '../context.ts'
import { readTree } from './trees.ts'

const MANIFESTS = [
  'package.json',
  'pyproject.toml',
  'setup.py',
  'setup.cfg',
  'requirements*.txt',
  'Pipfile',
  'Cargo.toml',
  'go.mod',
  'Gemfile',
  '*.gemspec',
  'composer.json',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'libs.versions.toml',
  '*.csproj',
  'mix.exs',
  'pubspec.yaml',
].map((name) => `:(glob)**/${name}`)

/** The run's base as final messages are held against it. `likely` names files that will be read. */
export async function baseFacts(context: RunContext, likely: string[]): Promise<Base> {
  const { outside, vault, state } = context
  const { base } = state.start!
  const tree = await readTree(context, base, likely)
  const among = async (asked: Asked) =>
    (await outside.wordsInCommit(vault, base, asked)) ?? new Set(asked.words)
  return {
    ...tree,
    holds: (words) => among({ words, only: [], ignoreCase: false }),
    dependsOn: (words) => among({ words, only: MANIFESTS, ignoreCase: true }),
  }
}
