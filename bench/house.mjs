// npm run house [-- --list]: how the sources are laid out, in one table. Add a commit to have its figures beside these: npm run house -- <commit>.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'

const CROWD = 25
const LONG = 50
const REPEATED = 6

const words = process.argv.slice(2)
const isListing = words.includes('--list')
const commit = words.find((word) => !word.startsWith('--'))

const now = measure('src')
const before = commit === undefined ? null : measureAt(commit)
const rows = Object.entries(now.figures)
const width = Math.max(...rows.map(([name]) => name.length))
const head = before ? [commit.slice(0, 10).padStart(12), 'now'.padStart(8)] : ['now'.padStart(8)]
console.log(`${''.padEnd(width)} ${head.join(' ')}`)
for (const [name, value] of rows) {
  const old = before ? [String(before.figures[name]).padStart(12)] : []
  console.log(`${name.padEnd(width)} ${[...old, String(value).padStart(8)].join(' ')}`)
}
if (isListing)
  for (const [name, lines] of Object.entries(now.lists))
    console.log(`\n${name}:\n${lines.map((line) => `  ${line}`).join('\n')}`)

function measureAt(name) {
  const folder = mkdtempSync(join(tmpdir(), 'wiggum-house-'))
  try {
    const archive = execFileSync('git', ['archive', name, 'src'], { maxBuffer: 1 << 30 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    return measure(join(folder, 'src'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function measure(place) {
  const root = resolve(place)
  const files = new Map(filesBelow(root).map((path) => [path, read(path)]))
  const folders = foldersOf(files, root)
  const cycle = cyclesAmong(edgesBetween(files, root))
  const crowds = [...folders].filter(([, count]) => count > CROWD).sort((a, b) => b[1] - a[1])
  const names = namesInSeveral(files, root)
  const long = [...files].flatMap(([path, { functions }]) =>
    functions
      .filter(({ lines }) => lines > LONG)
      .map(({ name, lines }) => `${relative(root, path)} ${name}: ${lines}`),
  )
  const repeated = repeatedRuns(files, root)
  const sizes = [...files.values()].map(({ lines }) => lines.length).sort((a, b) => a - b)
  const functions = [...files.values()]
    .flatMap((file) => file.functions.map(({ lines }) => lines))
    .sort((a, b) => a - b)
  const at = (list, share) => list[Math.floor(list.length * share)] ?? 0
  return {
    figures: {
      files: files.size,
      lines: sizes.reduce((sum, each) => sum + each, 0),
      'lines of a file, median': at(sizes, 0.5),
      'lines of a file, 90th of 100': at(sizes, 0.9),
      'lines of a function, median': at(functions, 0.5),
      'lines of a function, 90th of 100': at(functions, 0.9),
      [`functions above ${LONG} lines`]: long.length,
      'files under 15 lines': sizes.filter((size) => size < 15).length,
      'modules loaded by --version': reach(files, join(root, 'cli/main.ts')),
      'modules loaded before a run begins': reach(files, startOfRun(files, root)),
      folders: folders.size,
      'folders in a cycle': cycle.length,
      [`folders above ${CROWD} files`]: crowds.length,
      'exported names in several files': names.length,
      [`runs of ${REPEATED} or more lines that stand twice`]: repeated.length,
    },
    lists: {
      'folders in a cycle': cycle,
      [`folders above ${CROWD} files`]: crowds.map(([name, count]) => `${name}: ${count}`),
      [`functions above ${LONG} lines`]: long,
      'exported names in several files': names,
      'repeated runs': repeated,
    },
  }
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
    )
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .map((path) => resolve(path))
}

function read(path) {
  const text = readFileSync(path, 'utf8')
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const file = { lines: text.split('\n').slice(0, -1), imports: [], exported: [], functions: [] }
  visit(source, file, path, source)
  return file
}

function visit(node, file, path, source) {
  const from = node.moduleSpecifier?.text
  if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && from?.startsWith('.')) {
    const clause = node.importClause
    const bindings = clause?.namedBindings
    const onlyTypes =
      node.isTypeOnly ||
      clause?.isTypeOnly ||
      (clause &&
        !clause.name &&
        bindings &&
        ts.isNamedImports(bindings) &&
        bindings.elements.length > 0 &&
        bindings.elements.every((each) => each.isTypeOnly))
    file.imports.push({ path: resolve(dirname(path), from), isLoaded: !onlyTypes })
  }
  if (node.parent === source && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) {
    const declared = node.declarationList?.declarations ?? [node]
    for (const { name } of declared) if (name?.text) file.exported.push(name.text)
  }
  if (ts.isFunctionLike(node) && node.body) {
    const line = (place) => source.getLineAndCharacterOfPosition(place).line
    const name = node.name?.getText(source) ?? node.parent?.name?.getText?.(source) ?? 'anonymous'
    file.functions.push({ name, lines: line(node.end) - line(node.getStart(source)) + 1 })
  }
  ts.forEachChild(node, (child) => visit(child, file, path, source))
}

/** A room is a folder: `detectors/maker`, and what lies in `src` itself. */
function roomOf(path, root) {
  return relative(root, dirname(path)) || '.'
}

/** Rooms as the import fence sees them: the first part of the path. */
function wingOf(path, root) {
  const [first = '.', ...rest] = relative(root, path).split('/')
  return rest.length > 0 ? first : '.'
}

function foldersOf(files, root) {
  const counts = new Map()
  for (const path of files.keys()) counts.set(roomOf(path, root), (counts.get(roomOf(path, root)) ?? 0) + 1)
  return counts
}

function edgesBetween(files, root) {
  const edges = new Map()
  for (const [path, { imports }] of files)
    for (const { path: to } of imports) {
      const [a, b] = [wingOf(path, root), wingOf(to, root)]
      if (a !== b && files.has(to)) edges.set(a, (edges.get(a) ?? new Set()).add(b))
    }
  return edges
}

/** Folders that can be reached from themselves. */
function cyclesAmong(edges) {
  return [...edges.keys()].filter((start) => {
    const seen = new Set()
    const open = [...(edges.get(start) ?? [])]
    while (open.length > 0) {
      const each = open.pop()
      if (seen.has(each)) continue
      seen.add(each)
      open.push(...(edges.get(each) ?? []))
    }
    return seen.has(start)
  })
}

function reach(files, start) {
  const seen = new Set()
  const open = [start]
  while (open.length > 0) {
    const path = open.pop()
    if (seen.has(path) || !files.has(path)) continue
    seen.add(path)
    open.push(
      ...files
        .get(path)
        .imports.filter(({ isLoaded }) => isLoaded)
        .map(({ path: to }) => to),
    )
  }
  return seen.size
}

function startOfRun(files, root) {
  return [...files.keys()].find((path) => /(?:^|\/)begin-run\.ts$/.test(path)) ?? join(root, 'cli/main.ts')
}

function namesInSeveral(files, root) {
  const places = new Map()
  for (const [path, { exported }] of files)
    for (const name of new Set(exported))
      places.set(name, [...(places.get(name) ?? []), relative(root, path)])
  return [...places]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `${name}: ${paths.join(', ')}`)
}

/** Lines as they stand, without imports, blank lines and lone brackets: what is the same by its form alone is told by `duplicates`. */
function repeatedRuns(files, root) {
  const seen = new Map()
  const found = []
  for (const [path, { lines }] of files) {
    const code = lines
      .map((text, at) => ({ text: text.trim(), at: at + 1 }))
      .filter(({ text }) => text !== '' && !/^(?:import|\} from|export \{|\/\/|\/?\*)/.test(text))
    let last = -1
    for (let at = 0; at + REPEATED <= code.length; at++) {
      const run = code.slice(at, at + REPEATED)
      if (run.filter(({ text }) => /\w{3}/.test(text)).length < REPEATED - 1) continue
      const key = run.map(({ text }) => text).join('\n')
      const first = seen.get(key)
      const place = `${relative(root, path)}:${run[0].at}`
      if (first === undefined) seen.set(key, place)
      else if (at > last) {
        found.push(`${first} and ${place}`)
        last = at + REPEATED
      }
    }
  }
  return found
}
