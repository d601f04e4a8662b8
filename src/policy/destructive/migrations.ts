interface Row {
  programs: RegExp
  /** Matched against the arguments, joined by spaces. */
  when: RegExp
  /** Its `-h` names the host, and is help only if nothing else stands there. */
  hasHost?: true
}

/** Programs whose business is to change a database, and by which words they do. */
const ROWS: readonly Row[] = [
  {
    programs:
      /^(?:dropdb|createdb|dropuser|createuser|pg_restore|mongorestore|mongoimport|reindexdb|vacuumdb)$/,
    when: /./,
    hasHost: true,
  },
  {
    programs: /^(?:mysqladmin|mariadb-admin)$/,
    when: /\b(?:drop|create|flush-\S+|password)\b/,
    hasHost: true,
  },
  { programs: /^prisma$/, when: /^(?:migrate (?:reset|deploy|dev|resolve)|db (?:push|seed|execute))\b/ },
  {
    programs: /^(?:rails|rake)$/,
    when: /(?:^| )db:(?!migrate:status|version|abort|schema:dump|structure:dump|fixtures:identify)[a-z_]+/,
  },
  { programs: /^alembic$/, when: /(?:^| )(?:upgrade|downgrade|stamp)\b(?!.*--sql)/ },
  { programs: /^flask$/, when: /(?:^| )db (?:upgrade|downgrade|stamp)\b(?!.*--sql)/ },
  {
    programs: /^(?:manage\.py|django-admin)$/,
    // Its own `migrate` is not among them: by default the database is a file in the project.
    when: /^(?:flush|reset_db)\b/,
  },
  { programs: /^knex$/, when: /(?:^| )(?:migrate:(?:latest|up|down|rollback|unlock)|seed:run)\b/ },
  {
    programs: /^(?:sequelize|sequelize-cli)$/,
    when: /(?:^| )db:(?:migrate(?!:status)|drop|create|seed)/,
  },
  {
    programs: /^(?:typeorm|typeorm-ts-node-\w+)$/,
    when: /(?:^| )(?:migration:(?:run|revert)|schema:(?:drop|sync))/,
  },
  { programs: /^(?:drizzle-kit)$/, when: /^(?:push|migrate|drop)\b/ },
  { programs: /^flyway$/, when: /(?:^| )(?:migrate|clean|undo|repair|baseline)\b/ },
  { programs: /^liquibase$/, when: /(?:^| )(?:update|rollback|drop-?all|change-?log-?sync)/i },
  { programs: /^(?:goose|dbmate|migrate|soda)$/, when: /(?:^| )(?:up|down|drop|reset|redo|force)\b/ },
  { programs: /^supabase$/, when: /^db (?:reset|push)\b/ },
  { programs: /^artisan$/, when: /^(?:migrate(?!:status)|db:(?:wipe|seed))/ },
  { programs: /^mix$/, when: /^ecto\.(?:migrate|drop|reset|rollback|setup|create)/ },
  {
    programs: /^diesel$/,
    when: /^(?:migration (?:run|revert|redo)|database (?:reset|drop|setup)|setup)\b/,
  },
  { programs: /^sqlx$/, when: /^(?:database (?:drop|create|reset|setup)|migrate (?:run|revert))\b/ },
]

const REHEARSES = /(?:^| )(?:--dry-run|--pretend|--help)(?: |$|=)/
const HELP = /(?:^| )-h(?: |$)/

export function migrates(words: string[]): boolean {
  const [program = '', ...args] = scripted(words)
  const line = args.join(' ')
  if (REHEARSES.test(line)) return false
  const isHelp = ({ hasHost }: Row) => (hasHost ? line === '-h' : HELP.test(line))
  return ROWS.some((row) => row.programs.test(program) && row.when.test(line) && !isHelp(row))
}

/** `python manage.py migrate`, `php artisan migrate`, `ruby bin/rails db:drop`. */
function scripted(words: string[]): string[] {
  const [program = '', script = ''] = words
  if (!/^(?:python[\d.]*|php|ruby)$/.test(program)) return words
  return [script.replace(/^.*\//, ''), ...words.slice(2)]
}
