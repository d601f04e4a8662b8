import { operands } from './delete.ts'
import { isRehearsal } from './git-call.ts'

interface Row {
  programs: RegExp
  /** One of its first operands that does it. */
  verbs: RegExp
  /** Among how many operands it is looked for: the value of an option may stand before it. */
  among: number
  /** Operands that begin otherwise, with something of this machine's own. */
  unless?: RegExp
}

const CHANGING_CALL =
  /^(?:create|delete|put|update|modify|terminate|start|stop|reboot|run|attach|detach|associate|disassociate|authorize|revoke|register|deregister|enable|disable|publish|send|invoke|import|restore|tag|untag|add|remove|set|reset|cancel|change|execute|upload|batch-write|transact-write)(?:-|$)/

/** What makes something public, or changes what runs somewhere. */
const ROWS: readonly Row[] = [
  {
    programs: /^(?:npm|pnpm|bun|yarn)$/,
    verbs: /^(?:publish|unpublish|deprecate|dist-tag|owner|access)$/,
    among: 2,
    unless: /^(?:run|run-script|test|exec|x|dlx|install|i|ci|add|why|info|view|ls)$/,
  },
  { programs: /^(?:cargo|gem)$/, verbs: /^(?:publish|yank|owner|push)$/, among: 1 },
  { programs: /^(?:twine|poetry|uv|flit|hatch|pdm)$/, verbs: /^(?:upload|publish)$/, among: 1 },
  {
    programs: /^(?:mvnw?|gradlew?)$/,
    verbs: /^(?:deploy|release:perform|publish(?!\w*ToMavenLocal$)\w*|uploadArchives)$/,
    among: 8,
  },
  { programs: /^(?:dotnet|nuget)$/, verbs: /^push$/, among: 2 },
  { programs: /^(?:docker|podman|docker-compose|buildah|skopeo)$/, verbs: /^(?:push|copy)$/, among: 2 },
  {
    programs: /^(?:kubectl|oc)$/,
    verbs:
      /^(?:apply|delete|create|replace|patch|scale|autoscale|edit|set|expose|run|exec|cp|drain|cordon|uncordon|taint|label|annotate|restart|undo)$/,
    among: 3,
    unless: /^(?:get|describe|logs|explain|config|version|diff|top|auth|api-resources)$/,
  },
  {
    programs: /^helm$/,
    verbs: /^(?:install|upgrade|uninstall|delete|rollback|push)$/,
    among: 3,
    unless: /^(?:template|lint|list|get|show|repo|dependency|plugin|pull)$/,
  },
  {
    programs: /^(?:terraform|tofu|terragrunt|pulumi|cdk|serverless|sls|sam)$/,
    verbs: /^(?:apply|destroy|import|taint|untaint|up|deploy|remove|rm|mv|push|refresh)$/,
    among: 2,
    unless: /^(?:plan|validate|fmt|init|show|output|preview|synth|diff|build|local)$/,
  },
  {
    programs:
      /^(?:vercel|netlify|fly|flyctl|heroku|wrangler|firebase|railway|render|amplify|eb|gcloud|az|doctl)$/,
    verbs:
      /^(?:deploy|publish|delete|destroy|remove|rm|create|update|set|unset|add|start|stop|restart|reset|scale|rollback|promote|up|submit|\w+:(?:set|unset|destroy|create|add|remove|restart|stop|scale|promote|rollback)|.+-(?:binding|bindings))$/,
    among: 4,
    unless: /^(?:dev|config|auth|login|logs|list|show|info|init|emulators:\w+)$/,
  },
  { programs: /^(?:ansible-playbook)$/, verbs: /./, among: 1 },
  { programs: /^aws$/, verbs: CHANGING_CALL, among: 4, unless: /^(?:s3|configure|sts|help|logs)$/ },
  { programs: /^hg$/, verbs: /^push$/, among: 1 },
  { programs: /^svn$/, verbs: /^(?:commit|ci|delete|import)$/, among: 1 },
]

export function publishes(words: string[]): boolean {
  const [program = ''] = words
  if (words.some((word) => word === '--check') && program === 'ansible-playbook') return false
  if (isRehearsal(words.slice(1).filter((word) => word !== '-n'))) return false
  if (program === 'gh' || program === 'glab') return changesForge(words)
  if (isBucketCall(words)) return true
  const names = operands(words)
  const pushesBuild =
    /^(?:docker|podman)$/.test(program) && names.includes('build') && words.includes('--push')
  return pushesBuild || ROWS.some((row) => row.programs.test(program) && fits(row, names))
}

function fits({ verbs, among, unless }: Row, names: string[]): boolean {
  const first = names.slice(0, among)
  const at = first.findIndex((name) => verbs.test(name))
  return at >= 0 && !first.slice(0, at).some((name) => unless?.test(name))
}

const FORGE_LOCAL = /^(?:alias|config|auth|extension|completion|search|browse|status|help)$/
const FORGE_CHANGES =
  /^(?:create|new|merge|delete|close|edit|update|comment|note|review|approve|revoke|reopen|ready|upload|transfer|archive|unarchive|rename|run|rerun|retry|cancel|set|remove|add|fork|sync|lock|unlock|pin|unpin|enable|disable|import|deploy-key)$/

function changesForge(words: string[]): boolean {
  const isRepo = (word = '') => word === '-R' || word === '--repo'
  const [noun = '', verb = ''] = operands(words.filter((_, at) => !isRepo(words[at - 1])))
  if (noun === 'api') return changesByApi(words)
  return !FORGE_LOCAL.test(noun) && FORGE_CHANGES.test(verb)
}

function changesByApi(words: string[]): boolean {
  const at = words.findIndex((word) => /^(?:-X|--method)(?:=|$)|^-X\w/.test(word))
  if (at >= 0) {
    const method = /^(?:-X|--method)=?(.+)$/.exec(words[at]!)?.[1] ?? words[at + 1] ?? ''
    return !/^(?:GET|HEAD)$/i.test(method)
  }
  const isMutation = words.some((word) => /^query=\s*mutation\b/.test(word))
  if (words.includes('graphql')) return isMutation
  return words.some((word) => /^(?:-f|-F|--field|--raw-field|--input)(?:=|$)/.test(word))
}

/** Files in a bucket: what comes from one is read, what goes to one is not. */
function isBucketCall(words: string[]): boolean {
  const [program = ''] = words
  const names = operands(words)
  const at = program === 'aws' ? names.indexOf('s3') : program === 'gsutil' ? -1 : null
  if (at === null || (program === 'aws' && at < 0)) return false
  const verb = names[at + 1] ?? ''
  if (/^(?:rm|mb|rb)$/.test(verb)) return true
  const paths = names.filter((name) => /^(?:s3|gs):\/\//.test(name))
  const toBucket = /^(?:s3|gs):\/\//.test(names.at(-1) ?? '')
  return (/^(?:cp|sync|rsync)$/.test(verb) && toBucket) || (verb === 'mv' && paths.length > 0)
}
