import { spawn, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

/**
 * `npm run test:agents`: the tests with real agents, in a network that has nothing but loopback where the machine allows
 * it. Arguments go to vitest.
 */

const vitest = [
  ...[process.execPath, resolve('node_modules/vitest/vitest.mjs'), 'run', '--project', 'agents'],
  ...process.argv.slice(2),
]
const LOOPBACK = 'ip link set lo up && exec "$@"'
const NAMESPACES = [
  ['unshare', '--net', 'sh', '-c', LOOPBACK, 'sh'],
  ['unshare', '--map-current-user', '--keep-caps', '--net', 'sh', '-c', LOOPBACK, 'sh'],
]

const alone = NAMESPACES.find(([file, ...args]) => spawnSync(file, [...args, 'true']).status === 0)
console.log(
  alone
    ? 'agents: in a network of their own, with only loopback'
    : 'agents: on the network of this machine, which allows no namespace',
)
const [file, ...args] = [...(alone ?? []), ...vitest]
const child = spawn(file, args, { stdio: 'inherit' })
child.on('exit', (code, signal) => process.exit(signal ? 1 : code))
