/** Enough of a Makefile to know what `make test` runs. Conditionals are not evaluated: every branch counts. */
interface Rule {
  prerequisites: string[]
  recipe: string[]
}

export interface Makefile {
  /** In order: the first is what a bare `make` builds. */
  rules: Map<string, Rule>
  variables: Map<string, string[]>
  /** Lines that change how every recipe runs. */
  globals: string[]
}

const globalNames = new Set('SHELL .SHELLFLAGS MAKEFLAGS .ONESHELL .IGNORE .SILENT .DEFAULT_GOAL'.split(' '))
const includes = new Set(['include', '-include', 'sinclude'])

export function parseMakefile(text: string): Makefile {
  const makefile: Makefile = { rules: new Map(), variables: new Map(), globals: [] }
  let open: Rule[] = []
  for (const line of text.replaceAll('\\\n', ' ').split('\n')) {
    if (line.startsWith('\t')) for (const rule of open) rule.recipe.push(line.trim())
    else if (line.trim() !== '' && !line.trim().startsWith('#')) open = topLevel(makefile, line)
  }
  return makefile
}

function topLevel(makefile: Makefile, line: string): Rule[] {
  const colon = line.indexOf(':')
  const equals = line.indexOf('=')
  const firstWord = line.trim().split(/\s+/)[0] ?? ''
  if (includes.has(firstWord)) makefile.globals.push(line.trim())
  const assigns =
    equals >= 0 && (colon < 0 || equals < colon || /^::?:?=/.test(line.slice(colon, equals + 1)))
  if (assigns) assign(makefile, line, equals)
  if (assigns || colon < 0) return []
  const targets = words(line.slice(0, colon))
  if (targets.some((target) => globalNames.has(target))) makefile.globals.push(line.trim())
  return targets.map((target) => addRule(makefile, target, line.slice(colon).replace(/^::?/, '')))
}

function assign(makefile: Makefile, line: string, equals: number): void {
  const names = words(line.slice(0, equals).replace(/[:?+!]{1,3}\s{0,9}$/, ''))
  const name = names.at(-1) ?? ''
  if (globalNames.has(name)) makefile.globals.push(line.trim())
  makefile.variables.set(name, [...(makefile.variables.get(name) ?? []), line.trim()])
}

function addRule(makefile: Makefile, target: string, rest: string): Rule {
  const [prerequisites = '', ...inline] = rest.split(';')
  const rule = makefile.rules.get(target) ?? { prerequisites: [], recipe: [] }
  rule.prerequisites.push(...words(prerequisites))
  if (inline.length > 0) rule.recipe.push(inline.join(';').trim())
  makefile.rules.set(target, rule)
  return rule
}

/** Whether the recipe runs whatever files there are. */
export function isPhony({ rules }: Makefile, target: string): boolean {
  return rules.get('.PHONY')?.prerequisites.includes(target) ?? false
}

/**
 * What running these targets executes: recipes, the variables in them, the targets they call with `make`, and the
 * prerequisites that are tests themselves. What builds the product (`test: build`) is the product's own business.
 */
export function targetText(makefile: Makefile, targets: Iterable<string>): string {
  const kept = [...makefile.globals]
  const seen = new Set<string>()
  const queue = [...targets]
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const rule = makefile.rules.get(name)
    if (!rule || seen.has(name)) continue
    seen.add(name)
    const recipe = rule.recipe.filter((line) => !line.startsWith('#'))
    if (isPhony(makefile, name)) kept.push(`.PHONY: ${name}`)
    kept.push(`${name}: ${rule.prerequisites.join(' ')}`, ...recipe, ...variablesIn(makefile, recipe))
    queue.push(...rule.prerequisites.filter((p) => /^(?:tests?|check|unit|integration|e2e|spec)\b/.test(p)))
    queue.push(...recipe.flatMap((line) => makeTargets(line, makefile)))
  }
  return kept.join('\n')
}

function variablesIn(makefile: Makefile, lines: string[], seen = new Set<string>()): string[] {
  const found: string[] = []
  for (const [, name = ''] of lines.join('\n').matchAll(/\$[({]([\w.-]{1,80})/g)) {
    if (seen.has(name)) continue
    seen.add(name)
    const definition = makefile.variables.get(name) ?? []
    found.push(...definition, ...variablesIn(makefile, definition, seen))
  }
  return found
}

/** The targets a command line names; a bare `make` means the first rule. */
export function makeTargets(command: string, makefile: Makefile): string[] {
  const found: string[] = []
  for (const part of command.split(/[;&|\n]+/)) {
    const parts = words(part.replace(/^[@+-]+/, ''))
    const at = parts.findIndex((word) => /^(?:make|gmake|\$\(MAKE\)|\$\{MAKE\})$/.test(word))
    if (at < 0) continue
    const named = parts.slice(at + 1).filter((word) => makefile.rules.has(word))
    const first = [...makefile.rules.keys()].find((name) => !name.startsWith('.'))
    found.push(...(named.length > 0 ? named : first ? [first] : []))
  }
  return found
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}
