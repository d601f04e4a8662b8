import { dependenciesOf, type Json, parseManifest, scriptsOf } from '../package-json.ts'
import { bracedBlocks, sectionLines, wholeFile } from '../sections.ts'
import type { TreeReader } from '../tree-reader.ts'
import { baseName, type Ecosystem, type Found } from './ecosystem.ts'

const whole = (text: string, { path }: { path: string }) => wholeFile(text, path)
const extension = '\\.(?:[cm]?[jt]sx?|json|ya?ml)$'

/** Where npm's own script runner would be in the way (Plug'n'Play, no npm at all), the project's manager runs it. */
const managers = [
  { lock: /^(?:package-lock|npm-shrinkwrap)\.json$/, setup: 'npm ci', test: 'npm test' },
  { lock: /^pnpm-lock\.yaml$/, setup: 'pnpm install --frozen-lockfile', test: 'npm test' },
  { lock: /^bun\.lockb?$/, setup: 'bun install --frozen-lockfile', test: 'bun run test' },
]
const withoutLock = { setup: 'npm install --no-audit --no-fund', test: 'npm test' }

/** Runners that need no script; the files of others would fail under `node --test`. */
const runnerCommands = [
  ['vitest', 'npx --no-install vitest run'],
  ['jest', 'npx --no-install jest'],
  ['mocha', 'npx --no-install mocha'],
] as const

export const node: Ecosystem = {
  id: 'node',
  detect,
  testFile: (path) =>
    /(?:[._-](?:test|spec|cy)|^tests?|^test-[^/]*)\.[cm]?[jt]sx?$/.test(baseName(path)) ||
    /(?:^|\/)(?:__tests__|__mocks__|__snapshots__)\//.test(path) ||
    path.endsWith('.snap'),
  configFiles: [
    {
      files: new RegExp(
        `(?:^|/)(?:vitest|jest|karma|playwright|cypress|ava|wdio|web-test-runner)\\.(?:config|conf|workspace)(?:\\.[\\w-]+)?${extension}`,
      ),
      what: "the test runner's configuration",
      part: whole,
    },
    {
      files: /(?:^|\/)\.(?:mocharc|taprc|nycrc|c8rc|jasmine)[\w.]*$/,
      what: "the test runner's configuration",
      part: whole,
    },
    {
      files: /(?:^|\/)vite\.config\.[cm]?[jt]s$/,
      what: "vite's test section",
      part: viteTests,
      around: viteBuild,
    },
    {
      files: /(?:^|\/)(?:babel\.config|\.babelrc|\.swcrc)(?:\.\w+)?$/,
      what: 'how code is compiled for tests',
      part: () => '',
      around: wholeFile,
    },
    { files: /(?:^|\/)bunfig\.toml$/, what: "bun's configuration", part: whole },
    {
      files: /(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.[cm]?js)$/,
      what: "the package manager's configuration",
      part: packageManagerSettings,
      isMore: true,
    },
    {
      files: /^\.yarn\/(?:releases|plugins)\//,
      what: 'the package manager itself',
      part: whole,
      isMore: true,
    },
    { files: /^pnpm-workspace\.yaml$/, what: "pnpm's way of running scripts", part: pnpmSettings },
  ],
}

async function detect(tree: TreeReader): Promise<Found | null> {
  const manifest = parseManifest(await tree.read('package.json'))
  if (!manifest) return null
  const manager = managerOf(tree)
  const needsInstall =
    manager.locked || dependenciesOf(manifest).size > 0 || manifest.workspaces !== undefined
  const setup = needsInstall ? [manager.setup] : []
  const script = scriptsOf(manifest).get('test')
  if (script && !script.includes('no test specified')) {
    return { setup, test: manager.test, why: `${manager.test}, from package.json's scripts.test` }
  }
  return { setup, ...withoutScript(tree, manifest) }
}

function managerOf(tree: TreeReader): { setup: string; test: string; locked: boolean } {
  const found = managers.find(({ lock }) => tree.paths().some((path) => lock.test(path)))
  if (found) return { ...found, locked: true }
  if (!tree.has('yarn.lock')) return { ...withoutLock, locked: false }
  return tree.has('.yarnrc.yml')
    ? { setup: 'yarn install --immutable', test: 'yarn test', locked: true }
    : { setup: 'yarn install --frozen-lockfile', test: 'npm test', locked: true }
}

function withoutScript(tree: TreeReader, manifest: Json): { test: string | null; why: string } {
  const files = nodeTestFiles(tree)
  if (files.length === 0) return { test: null, why: 'package.json has no scripts.test' }
  const dependencies = dependenciesOf(manifest)
  const runner = runnerCommands.find(([name]) => dependencies.has(name))
  return runner
    ? {
        test: runner[1],
        why: `${runner[1]}, because package.json depends on ${runner[0]} and has no scripts.test`,
      }
    : { test: 'node --test', why: `node --test, because of ${files[0]} and no scripts.test` }
}

export function nodeTestFiles(tree: TreeReader): string[] {
  return tree
    .paths()
    .filter((path) => !/(?:^|\/)(?:node_modules|fixtures|__fixtures__)\//.test(path))
    .filter(
      (path) =>
        /(?:[._-]test|^test|^test-[^/]*)\.[cm]?js$/.test(baseName(path)) || /^test\/.*\.[cm]?js$/.test(path),
    )
}

function viteTests(text: string, { path }: { path: string }): string {
  return bracedBlocks(text, path, /\btest\s*:/)
}

/** Without what only serves or ships the project. */
function viteBuild(text: string, path: string): string {
  const elsewhere = bracedBlocks(text, path, /\b(?:server|preview|build)\s*:/).split('\n')
  const isShipping = (line: string) =>
    /^["']?(?:base|publicDir|logLevel|clearScreen|appType|cacheDir)["']?\s*:/.test(line)
  const lines = wholeFile(text, path).split('\n')
  const isBracket = (line: string) => /^[\])},;]+$/.test(line)
  return lines.filter((line) => !isShipping(line) && !isBracket(line) && !elsewhere.includes(line)).join('\n')
}

/** What they decide has nothing to do with what is installed, from where, and how scripts are run. */
const HARMLESS =
  /^["']?(?:save-(?:exact|prefix)|fund|audit(?:-level)?|progress|loglevel|color|update-notifier|engine-strict|package-lock|lockfile-version|legacy-peer-deps|strict-peer-deps|strict-peer-dependencies|auto-install-peers|prefer-offline|fetch-[\w-]+|maxsockets|init-[\w.-]+|tag-version-prefix|sign-git-\w+|message|access|provenance|enableTelemetry|enableGlobalCache|compressionLevel|defaultSemverRangePrefix|enableProgressBars|preferInteractive)["']?\s*[=:]/

function packageManagerSettings(text: string, { path }: { path: string }): string {
  if (!/(?:npmrc|yarnrc(?:\.yml)?)$/.test(path)) return wholeFile(text, path)
  const lines = text.split('\n').filter((line) => !HARMLESS.test(line.trim()))
  return wholeFile(lines.join('\n'), 'x.npmrc')
}

function pnpmSettings(text: string): string {
  return sectionLines(text, {
    header: /^$/,
    line: /^["']?(?:scriptShell|shellEmulator|nodeOptions|script-shell|shell-emulator|node-options)\b/,
  })
}
