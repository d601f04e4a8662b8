import { randomUUID } from 'node:crypto'
import { type AddedSecret, isIgnored, type SeenSecret, secretsInLog } from '../secrets/in-commits.ts'
import { git, gitBytes } from './git.ts'
import { kept } from './kept-answers.ts'
import { type Vault, vaultTree } from './vault.ts'

/** So many are told, and so many are looked for in the base. */
const MAX_SECRETS = 50
const MAX_LOOKED_FOR = 200
const MAX_BYTES = 128 * 1024 * 1024

const LOG = [
  'log',
  '--patch',
  '--unified=0',
  '--text',
  '-m',
  '--no-renames',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-show-signature',
]

interface Range {
  base: string
  commit: string
  /** `gates.secret_ignore` */
  ignored: string[]
}

/**
 * Secrets in what the commits after the base add: lines, names of files, messages. A commit that takes one out again does not
 * help: whoever has the branch has the commit before. What the base has already is no news.
 */
export function secretsAdded(vault: Vault, range: Range): Promise<AddedSecret[]> {
  const { base, commit } = range
  return kept(vault, `secrets ${base} ${commit}`, () => look(vault, range))
}

async function look(vault: Vault, { base, commit, ignored }: Range): Promise<AddedSecret[]> {
  if (base === commit) return []
  const mark = `commit-${randomUUID()}`
  const args = [...LOG, `--format=${mark} %H%n%an <%ae>%n%cn <%ce>%n%B%n${mark}`, `${base}..${commit}`]
  const whole = await git(vault.dir, args, { maxBytes: MAX_BYTES })
  // Too much to be read: then without what is no text.
  const log =
    whole.code === 0
      ? whole.stdout
      : await gitBytes(
          vault.dir,
          args.filter((arg) => arg !== '--text'),
        )
  const seen = secretsInLog(log.toString('latin1'), mark).filter((secret) => !isIgnored(secret, ignored))
  const news: AddedSecret[] = []
  for (const [at, { text, ...secret }] of seen.entries()) {
    if (news.length === MAX_SECRETS) break
    // A change that moves more old ones than this is worth a question.
    if (at >= MAX_LOOKED_FOR || !(await isInBase(vault, base, { text, ...secret }))) news.push(secret)
  }
  return news
}

async function isInBase(vault: Vault, base: string, { text }: SeenSecret): Promise<boolean> {
  // A line of a key is as good as all of it. Its first ones say only what kind it is, and are those of every key of that kind.
  const lines = text.split(/\r?\n|\\n/).reverse()
  const [line = ''] = lines.toSorted((one, other) => other.length - one.length)
  const bytes = Buffer.from(line.trim(), 'latin1')
  const names = (await vaultTree(vault, base)).map(({ path }) => path).join('\n')
  if (names.includes(bytes.toString('utf8'))) return true
  // By standard input: what is on a command line, everybody on the machine can read.
  const args = ['grep', '--quiet', '--fixed-strings', '--text', '-f', '-', base]
  return (await git(vault.dir, args, { input: Buffer.concat([bytes, Buffer.from('\n')]) })).code === 0
}
