import { programOf } from '../../shell/program.ts'
import { argumentsIn, type Takes } from './arguments.ts'
import { type Running, seenThrough } from './running.ts'

const ENGINES = /^(?:docker|podman|nerdctl|docker-compose|kubectl|oc)$/

/** Of `exec` and `run` the options without a value are the fewer ones. */
const TAKES: Takes = {
  short: /[^ditPTq]/,
  long: /^(?!(?:detach|interactive|tty|stdin|no-TTY|rm|init|privileged|read-only|publish-all|quiet|quiet-pull|no-deps|service-ports|use-aliases|build|remove-orphans|no-healthcheck|oom-kill-disable|sig-proxy)$)/,
}

/** `docker exec db psql …` is that psql; what is started in no container is itself. */
export function withinContainer(running: Running): Running[] {
  const { words } = running
  const at = words.findIndex((word) => word === 'exec' || word === 'run')
  if (at < 0 || !ENGINES.test(words[0]!)) return [running]
  const inner = innerCommand(words.slice(at + 1), /^(?:kubectl|oc)$/.test(words[0]!))
  // No path in there is one of the workspace, unless it says so whole.
  return seenThrough({ ...running, words: programOf(inner), cwd: '/' }, { cwd: '/', depth: 1 })
}

/** What stands behind the container's name, or behind the `--` of a cluster's tool. */
function innerCommand(args: string[], isCluster: boolean): string[] {
  const dashes = isCluster ? args.indexOf('--') : -1
  if (dashes >= 0) return args.slice(dashes + 1)
  const name = argumentsIn(args, TAKES).find((each) => each.kind === 'operand')
  return name?.kind === 'operand' ? args.slice(name.at + 1) : []
}
