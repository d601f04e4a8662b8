import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'

/** What a program takes for its process, while it is called as a function in ours. */
export interface VirtualProcess {
  cwd: string
  env: Record<string, string>
  stdin?: string | Buffer
  /** What it starts as Node. */
  execPath?: string | null
  stdout(text: string): void
  stderr(text: string): void
}

const current = new AsyncLocalStorage<VirtualProcess>()

/**
 * Calls a program of ours as a function: what it asks of `process` (folder, environment, streams) is answered for this
 * call alone, whoever else is called meanwhile. What it starts are real processes, and so are signals to them; what is
 * about the process itself (its end, its signals, its death) needs a real start.
 */
export async function asProcess<T>(virtual: VirtualProcess, program: () => Promise<T>): Promise<T> {
  install()
  return current.run(virtual, () => {
    // Without it the program would work on whatever folder the tests are run in.
    if (process.cwd() !== virtual.cwd)
      throw new Error('process.cwd was replaced: a call needs its own folder')
    return program()
  })
}

let installed = false

/** Once a worker: every place where Node hands out something of the process looks whose call it is. */
function install(): void {
  if (installed) return
  installed = true
  const cwd = process.cwd.bind(process)
  const ours = () => current.getStore()?.cwd ?? cwd()
  // Libraries put one in its place that remembers the first answer; ours stays.
  Object.defineProperty(process, 'cwd', { configurable: true, get: () => ours, set: () => {} })
  const execPath = process.execPath
  Object.defineProperty(process, 'execPath', {
    configurable: true,
    enumerable: true,
    get: () => current.getStore()?.execPath ?? execPath,
  })
  const env = process.env
  const environment = () => current.getStore()?.env ?? env
  const proxy = new Proxy(env, {
    get: (_, name) => Reflect.get(environment(), name),
    set: (_, name, value) => Reflect.set(environment(), name, String(value)),
    has: (_, name) => Reflect.has(environment(), name),
    deleteProperty: (_, name) => Reflect.deleteProperty(environment(), name),
    ownKeys: () => Reflect.ownKeys(environment()),
    getOwnPropertyDescriptor: (_, name) => {
      const value = Reflect.get(environment(), name)
      return value === undefined ? undefined : { value, writable: true, enumerable: true, configurable: true }
    },
  })
  Object.defineProperty(process, 'env', {
    value: proxy,
    configurable: true,
    enumerable: true,
    writable: true,
  })
  divert('stdout')
  divert('stderr')
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin')
  Object.defineProperty(process, 'stdin', {
    configurable: true,
    enumerable: true,
    get: () => {
      const store = current.getStore()
      if (!store) return stdin?.get?.call(process)
      return Readable.from(store.stdin === undefined ? [] : [Buffer.from(store.stdin)])
    },
  })
}

function divert(name: 'stdout' | 'stderr'): void {
  const stream = process[name]
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean
  const diverted = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    const store = current.getStore()
    if (!store) return write(chunk, ...rest)
    store[name](typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'))
    const done = rest.find((each) => typeof each === 'function') as (() => void) | undefined
    if (done) queueMicrotask(done)
    return true
  }
  stream.write = diverted as typeof stream.write
}
