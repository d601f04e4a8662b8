import { migrates } from './migrations.ts'
import type { Place } from './operation.ts'
import { outsidePath } from './paths.ts'
import { printed, type Running, wordsAsText } from './running.ts'
import { changesData } from './sql.ts'

/** A database that is changed. A database file in the workspace is a file in the workspace. */
export function databaseChanges(running: Running, place: Place): string[] {
  const words = withinContainer(running.words)
  const changes = migrates(words) || asks({ ...running, words }, place)
  return changes ? [wordsAsText(running.words)] : []
}

/** `docker exec db psql …` is that psql. */
function withinContainer(words: string[]): string[] {
  if (
    !/^(?:docker|podman|docker-compose|kubectl)$/.test(words[0] ?? '') ||
    !/^(?:exec|run)$/.test(verb(words))
  )
    return words
  const at = words.findIndex((word) => Object.hasOwn(CLIENTS, word))
  return at < 0 ? words : words.slice(at)
}

function verb(words: string[]): string {
  return words.find((word) => word === 'exec' || word === 'run') ?? ''
}

/** Options that give a statement, and options that name a file with statements. */
const CLIENTS: Readonly<Record<string, { statement: RegExp; file: RegExp }>> = {
  psql: { statement: /^(?:-c|--command)(?:=([\s\S]*))?$/, file: /^(?:-f|--file)(?:=|$)/ },
  mysql: { statement: /^(?:-e|--execute)(?:=([\s\S]*))?$/, file: /^$/ },
  mariadb: { statement: /^(?:-e|--execute)(?:=([\s\S]*))?$/, file: /^$/ },
  sqlcmd: { statement: /^-[qQ]$/, file: /^-i$/ },
  'clickhouse-client': { statement: /^(?:-q|--query)(?:=([\s\S]*))?$/, file: /^--queries-file/ },
  cockroach: { statement: /^(?:-e|--execute)(?:=([\s\S]*))?$/, file: /^(?:-f|--file)(?:=|$)/ },
  mongosh: { statement: /^--eval(?:=([\s\S]*))?$/, file: /\.js$/ },
  mongo: { statement: /^--eval(?:=([\s\S]*))?$/, file: /\.js$/ },
}

function asks(running: Running, place: Place): boolean {
  const [program = ''] = running.words
  if (program === 'sqlite3' || program === 'duckdb') return asksFile(running, place)
  if (program === 'redis-cli') return writesRedis(running.words)
  const client = Object.hasOwn(CLIENTS, program) ? CLIENTS[program]! : null
  if (!client) return false
  const { words } = running
  if (words.some((word) => client.file.test(word))) return true
  const said = words.flatMap((word, at) => statementAt(words, at, client.statement.exec(word)))
  return changesBy(running, said, /^mongo/.test(program) ? changesDocuments : changesData)
}

function statementAt(words: string[], at: number, match: RegExpExecArray | null): string[] {
  return match ? [match[1] ?? words[at + 1] ?? ''] : []
}

/** A file that is read, or what an unknown program prints, may hold anything. */
function changesBy({ input, reads, piped }: Running, said: string[], changes: (text: string) => boolean) {
  if (said.length > 0) return said.some(changes)
  if (input !== '') return changes(input)
  const text = printed(piped)
  return text === '' ? reads.length + piped.length > 0 : changes(text)
}

function asksFile(running: Running, place: Place): boolean {
  const [file, ...statements] = running.words.slice(1).filter((word) => !word.startsWith('-'))
  if (file === undefined || file.startsWith(':') || outsidePath(file, running.cwd, place) === null)
    return false
  return changesBy(running, statements, changesData)
}

const CHANGES_DOCUMENTS =
  /\.(?:insert|update|delete|drop|remove|replace|bulkWrite|save|rename|create|findOneAnd)\w*\s*\(/

function changesDocuments(script: string): boolean {
  return CHANGES_DOCUMENTS.test(script)
}

const REDIS_VALUE = /^(?:-[hpnauriXtsd]|--user|--pass|--cacert|--cert|--key|--sni)$/
const REDIS_WRITES =
  /^(?:m?set\w*|getset|getdel|del|unlink|flush(?:all|db)|p?expire\w*|persist|rename\w*|[lr]push\w*|[lr]pop|lrem|ltrim|lset|linsert|h(?:m?set\w*|del|incr\w*)|s(?:add|rem|pop|move)|z(?:add|rem\w*|incrby|pop\w*)|(?:incr|decr)\w*|append|restore|migrate|copy|move|swapdb|x(?:add|del|trim)|publish|eval\w*|fcall|shutdown|config|acl|function|script)$/i

function writesRedis([, ...args]: string[]): boolean {
  let at = 0
  while (args[at]?.startsWith('-')) at += REDIS_VALUE.test(args[at]!) ? 2 : 1
  const [name = '', sub = ''] = args.slice(at)
  if (/^(?:config|acl|function|script)$/i.test(name))
    return !/^(?:get|list|cat|whoami|exists|help)$/i.test(sub)
  return REDIS_WRITES.test(name)
}
