import { type Argument, argumentsIn, type Takes } from './arguments.ts'
import { withinContainer } from './container.ts'
import { printed } from './listing.ts'
import { migrates } from './migrations.ts'
import type { Place } from './operation.ts'
import { outsidePath } from './paths.ts'
import { type Running, wordsAsText } from './running.ts'
import { changesData } from './sql.ts'

/** A database that is changed. A database file in the workspace is a file in the workspace. */
export function databaseChanges(running: Running, place: Place): string[] {
  const changes = withinContainer(running).some((inner) => migrates(inner.words) || asks(inner, place))
  return changes ? [wordsAsText(running.words)] : []
}

interface Client {
  takes: Takes
  /** The options that give a statement, and those that name a file with statements. */
  statement: RegExp
  file: RegExp
}

const MYSQL: Client = {
  takes: { short: /[eDhuPSp]/, attached: /p/, long: /^execute$/ },
  statement: /^(?:e|execute)$/,
  file: /^$/,
}
const MONGO: Client = {
  takes: { short: /[upf]/, attached: /p/, long: /^(?:eval|file)$/ },
  statement: /^eval$/,
  file: /^(?:f|file)$/,
}
const CLIENTS: Readonly<Record<string, Client>> = {
  psql: {
    takes: { short: /[cdfFhLopPRTUv]/, long: /^(?:command|file)$/ },
    statement: /^(?:c|command)$/,
    file: /^(?:f|file)$/,
  },
  mysql: MYSQL,
  mariadb: MYSQL,
  sqlcmd: { takes: { short: /[qQiSUPdotlwhsacHmyYvVKD]/, long: /^$/ }, statement: /^[qQ]$/, file: /^i$/ },
  'clickhouse-client': {
    takes: { short: /[qhud]/, long: /^(?:query|queries-file)$/ },
    statement: /^(?:q|query)$/,
    file: /^queries-file$/,
  },
  cockroach: {
    takes: { short: /[efdu]/, long: /^(?:execute|file)$/ },
    statement: /^(?:e|execute)$/,
    file: /^(?:f|file)$/,
  },
  mongosh: MONGO,
  mongo: MONGO,
}

function asks(running: Running, place: Place): boolean {
  const [program = '', ...args] = running.words
  if (program === 'sqlite3' || program === 'duckdb') return asksFile(running, place)
  if (program === 'redis-cli') return writesRedis(running.words)
  const client = Object.hasOwn(CLIENTS, program) ? CLIENTS[program]! : null
  if (!client) return false
  const given = argumentsIn(args, client.takes)
  if (given.some((each) => namesFile(each, client))) return true
  const said = given.flatMap((each) =>
    each.kind === 'option' && client.statement.test(each.name) ? [each.value] : [],
  )
  return changesBy(running, said, client === MONGO ? changesDocuments : changesData)
}

function namesFile(given: Argument, client: Client): boolean {
  if (given.kind === 'operand') return client === MONGO && given.word.endsWith('.js')
  return given.name !== '' && client.file.test(given.name)
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
