import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Program } from './box.ts'

/**
 * A box without a network has a loopback address of its own, which leads nowhere. A port that is allowed gets a socket
 * in a folder outside, which the box shows, and a listener inside that leads to it.
 */

/** Where the folder of sockets is inside the box. */
export const PORTS_FOLDER = '/run/wiggum-ports'

export interface OpenPorts {
  folder: string
  close(): void
}

/** The outer end. The folder's name is short: a socket's path may have a hundred bytes. */
export async function openPorts(ports: number[]): Promise<OpenPorts> {
  const folder = mkdtempSync(join(tmpdir(), 'wiggum-ports-'))
  const sockets = new Set<Socket>()
  const servers = await Promise.all(ports.map((port) => listen(join(folder, String(port)), port, sockets)))
  return {
    folder,
    close() {
      for (const server of servers) server.close()
      for (const socket of sockets) socket.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function listen(path: string, port: number, sockets: Set<Socket>): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (inner) => {
    const outer = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
    for (const socket of [inner, outer]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        sockets.delete(socket)
        for (const each of [inner, outer]) each.destroy()
      })
    }
    inner.pipe(outer)
    outer.pipe(inner)
  })
  server.listen(path)
  await once(server, 'listening')
  // A run that is over does not wait for it.
  server.unref()
  return server
}

/** The inner end: a listener for each socket in the folder, then a file that says that all are there. */
const LISTENERS = `
const net = require('node:net'), fs = require('node:fs')
const [folder, ready] = process.argv.slice(1)
const ports = fs.readdirSync(folder)
let waiting = ports.length
const begin = () => fs.writeFileSync(ready, '')
for (const port of ports)
  net.createServer({ allowHalfOpen: true }, (inner) => {
    const outer = net.connect({ path: folder + '/' + port, allowHalfOpen: true })
    for (const socket of [inner, outer]) {
      socket.on('error', () => {})
      socket.once('close', () => { inner.destroy(); outer.destroy() })
    }
    inner.pipe(outer)
    outer.pipe(inner)
  }).listen(Number(port), '127.0.0.1', () => { if (--waiting === 0) begin() })
`

/** The listeners first, beside the program, which takes the shell's place: the box ends with it, and they with the box. */
const LAUNCHER = `
ready=$(mktemp -u)
"$1" -e "$2" "$3" "$ready" </dev/null >/dev/null 2>&1 &
listeners=$!
shift 3
until [ -e "$ready" ]; do
  kill -0 $listeners 2>/dev/null || { echo "the sandbox's allowed ports could not be opened" >&2; exit 70; }
  sleep 0.02
done
rm -f "$ready"
exec "$@"
`

export function withPorts({ file, args, env }: Program, node: string): Program {
  return { file: '/bin/sh', args: ['-c', LAUNCHER, 'sh', node, LISTENERS, PORTS_FOLDER, file, ...args], env }
}
