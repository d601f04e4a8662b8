import { type Json, scriptsOf } from '../package-json.ts'

const CHECKERS =
  /^(?:eslint|biome|prettier|oxlint|xo|standard|stylelint|knip|tsd|publint|attw|markdownlint(?:-cli2?)?|cspell|commitlint|depcheck|madge|dprint|rome|ruff|black|flake8|mypy|pyright|isort|pylint|bandit|golangci-lint|gofmt|staticcheck|shellcheck|actionlint)$/
const CHECK_SCRIPT =
  /^(?:lint|typecheck|type-check|types|tsc|format|fmt|prettier|eslint|style|spell|knip)(?:[:-].*)?$|^(?:check|test|verify)[:-](?:lint|types?|format|style)/
const WRAPPERS =
  /^(?:npx|pnpx|bunx|yarn|pnpm|npm|bun|exec|dlx|run|run-script|uv|poetry|python[\d.]*|-m|-s|--silent|--no-install|cross-env|[A-Z_][A-Z0-9_]*=\S*)$/

/**
 * The test command without its steps that only lint or check types: what is planted need not please them. `null`: nothing but those.
 * A command of one step stays as it is; a script is spelled out only if a step of it has to go.
 */
export function withoutCheckers(command: string, manifest: Json | null): string | null {
  const left = withoutSteps(command, manifest)
  return left === null ? null : toTheEnd(left)
}

/** A run that ends with its first failure tells of one canary only, and of which one is chance. */
const GO_ON: [RegExp, string][] = [
  [/\bcargo test\b(?!.*--no-fail-fast)/, '$& --no-fail-fast'],
  [/(^|[\s/])mvnw?\b(?!.*(?:--fail-|-f[aen]e?\b))/, '$& --fail-at-end'],
  [/(^|[\s/])gradlew?\b(?!.*--continue)/, '$& --continue'],
  [/(\b(?:pytest|py\.test)\b.*?)[ ](?:-x|--exitfirst|--maxfail[= ]\d+)(?=\s|$)/, '$1'],
  [/(\b(?:vitest|jest|mocha)\b.*?)[ ](?:--bail(?:[= ]\d+)?|-b)(?=\s|$)/, '$1'],
  [/(\bgo test\b.*?)[ ]-failfast(?=\s|$)/, '$1'],
  [/(\bunittest\b.*?)[ ](?:-f|--failfast)(?=\s|$)/, '$1'],
  [/(\bava\b.*?)[ ]--fail-fast(?=\s|$)/, '$1'],
]

function toTheEnd(command: string): string {
  return GO_ON.reduce((text, [like, change]) => text.replace(like, change), command)
}

function withoutSteps(command: string, manifest: Json | null): string | null {
  const scripts = scriptsOf(manifest)
  const managed = /^(?:npm (?:test|t|tst|run test)|pnpm (?:run )?test|yarn (?:run )?test|bun run test)$/
  if (!managed.test(command.trim())) return kept(command, scripts)
  const steps = ['pretest', 'test'].flatMap((name) => (scripts.has(name) ? [scripts.get(name)!] : []))
  if (steps.every((step) => kept(step, scripts) === step && toTheEnd(step) === step)) return command
  const left = steps.flatMap((step) => kept(step, scripts) ?? [])
  if (left.length === 0) return null
  return `PATH="$PWD/node_modules/.bin:$PATH"; export PATH; ${left.join(' && ')}`
}

/** Split only where nothing but `&&` and `;` joins plain steps. */
function kept(command: string, scripts: Map<string, string>): string | null {
  if (/["'`$|(){}<>]|(?<!&)&(?!&)/.test(command.replaceAll(/"[^"]*"|'[^']*'/g, 'x'))) return command
  if (/["'][^"']*(?:&&|;)[^"']*["']/.test(command)) return command
  const steps = command.split(/&&|;/).map((step) => step.trim())
  const left = steps.filter((step) => step !== '' && !onlyChecks(step, scripts))
  if (left.length === steps.length) return command
  return left.length === 0 ? null : left.join(' && ')
}

function onlyChecks(step: string, scripts: Map<string, string>, depth = 0): boolean {
  const words = step.split(/\s+/)
  const at = words.findIndex((word) => !WRAPPERS.test(word))
  const program = words[at] ?? ''
  if (CHECKERS.test(program)) return true
  if (program === 'tsc' || program === 'vue-tsc') return words.includes('--noEmit')
  if (program === 'go') return words[at + 1] === 'vet' || words[at + 1] === 'fmt'
  if (program === 'cargo') return ['fmt', 'clippy'].includes(words[at + 1] ?? '')
  if (at === 0 || depth > 3) return false
  const script = scripts.get(program)
  if (script === undefined) return false
  return CHECK_SCRIPT.test(program) || onlyChecks(script, scripts, depth + 1)
}
