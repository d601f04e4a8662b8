import { makefileNames } from '../ecosystems/make.ts'
import { type Makefile, makeTargets, parseMakefile, targetText } from '../makefile.ts'
import { parseManifest, scriptsOf } from '../package-json.ts'
import { isTestFile } from '../test-files.ts'
import type { TreeReader } from '../tree-reader.ts'
import { type Call, calls } from './shell-words.ts'

/**
 * What a test command comes to: npm scripts, make targets and script files it calls, followed to the end in the base
 * tree. A program that a JavaScript or Python runner starts, or a module it imports, is not followed; the base's own
 * copies of the tests are what answers for those.
 */
export interface Reach {
  scripts: Set<string>
  files: Set<string>
  targets: Set<string>
  words: Set<string>
}

const scriptManagers = new Set(
  'npm pnpm yarn bun run-s run-p npm-run-all npm-run-all2 concurrently turbo nx lerna wireit'.split(' '),
)
const interpreters =
  /^(?:node|nodejs|bash|sh|zsh|dash|ksh|python[\d.]*|ruby|perl|php|tsx|ts-node|deno|bun|source|\.|zx)$/
const fileFlags =
  /^(?:-r|--require|--import|--loader|--experimental-loader|-c|--config|--setup|--globals|--rcfile)$/

interface World {
  tree: TreeReader
  scripts: Map<string, string>
  makefile: Makefile | null
}

export async function reachOf(
  tree: TreeReader,
  commands: string[],
  manifest = 'package.json',
): Promise<Reach> {
  const world: World = {
    tree,
    scripts: scriptsOf(parseManifest(await tree.read(manifest))),
    makefile: await readMakefile(tree),
  }
  const reach: Reach = { scripts: new Set(), files: new Set(), targets: new Set(), words: new Set() }
  const queue = [...commands]
  for (let text = queue.shift(); text !== undefined; text = queue.shift()) {
    queue.push(...(await follow(text, world, reach)))
  }
  return reach
}

async function readMakefile(tree: TreeReader): Promise<Makefile | null> {
  const path = makefileNames.find((name) => tree.has(name))
  const text = path ? await tree.read(path) : null
  return text === null ? null : parseMakefile(text)
}

/** The texts that this text leads to and that were not seen before. */
async function follow(text: string, world: World, reach: Reach): Promise<string[]> {
  const next: string[] = []
  for (const call of calls(text)) {
    for (const word of call.words) reach.words.add(word)
    for (const name of scriptsCalled(call, world.scripts)) {
      if (add(reach.scripts, name)) next.push(world.scripts.get(name) ?? '')
    }
    for (const file of filesCalled(call, world.tree)) {
      // What a test runs is what it tests: the product, not the runner.
      if (add(reach.files, file) && isShell(file) && !isTestFile(file))
        next.push((await world.tree.read(file)) ?? '')
    }
  }
  const { makefile } = world
  const targets = makefile ? makeTargets(text, makefile) : []
  for (const target of targets) {
    if (makefile && add(reach.targets, target)) next.push(targetText(makefile, [target]))
  }
  return next
}

function scriptsCalled(call: Call, scripts: Map<string, string>): string[] {
  const runs = call.words.includes('--run') || call.words.some((word) => scriptManagers.has(word))
  if (!runs) return []
  const wanted = call.words.map((word) => word.replace(/^(?:npm|pnpm|yarn|bun|node):/, ''))
  if (wanted.includes('t') || wanted.includes('tst')) wanted.push('test')
  const named = [...scripts.keys()].filter((name) => wanted.some((word) => matches(word, name)))
  return named.flatMap((name) => [`pre${name}`, name, `post${name}`]).filter((name) => scripts.has(name))
}

function matches(word: string, name: string): boolean {
  const star = word.indexOf('*')
  return star > 0 ? name.startsWith(word.slice(0, star)) : word === name
}

/** The program itself, the script given to an interpreter, and files that a flag loads first. */
function filesCalled({ words, program }: Call, tree: TreeReader): string[] {
  const loaded = words.filter((_, i) => fileFlags.test(words[i - 1] ?? ''))
  const found = [words[program] ?? '', ...loaded]
  const rest = words.slice(program + 1)
  if (interpreters.test(words[program] ?? '') && !rest.includes('-m') && !rest.includes('--check')) {
    found.push(rest.find((word) => !loaded.includes(word) && tree.has(plain(word))) ?? '')
  }
  return found.map(plain).filter((path) => path !== '' && tree.has(path))
}

function plain(path: string): string {
  return path.replace(/^(?:\.\/){1,9}/, '')
}

function isShell(path: string): boolean {
  return /(?:\.(?:sh|bash|zsh)|(?:^|\/)[^./]+)$/.test(path)
}

function add(set: Set<string>, value: string): boolean {
  if (set.has(value)) return false
  set.add(value)
  return true
}
