import { lookup } from 'node:dns/promises'
import { request as plain } from 'node:http'
import { request as encrypted } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type Hop, whyRefused } from './refused-address.ts'

type Address = { address: string; family: number }
export type Resolve = (name: string) => Promise<Address[]>

export interface Post {
  url: URL
  /** Whether this is the host that the user named. */
  own: boolean
  headers: Record<string, string>
  body: string
  signal: AbortSignal
  resolve?: Resolve | undefined
}

export type Posted =
  | { kind: 'answered'; status: number; location: string | null; retryAfter: string | null }
  | { kind: 'refused'; why: string }
  | { kind: 'unreachable'; why: string }

const bySystem: Resolve = (name) => lookup(name, { all: true })

/** One request. The addresses that were looked at are the ones that are connected to: the name is not asked twice. */
export async function post(wish: Post): Promise<Posted> {
  const { url, own, signal, resolve = bySystem } = wish
  const name = url.hostname.replace(/^\[|\]$/g, '')
  try {
    const addresses = await unless(signal, addressesOf(name, resolve))
    const why = firstRefusal(addresses, { name, own })
    return why === null ? await ask(wish, pinned(addresses)) : { kind: 'refused', why }
  } catch (error) {
    return { kind: 'unreachable', why: codeOf(error) }
  }
}

async function addressesOf(name: string, resolve: Resolve): Promise<Address[]> {
  const family = isIP(name)
  const found = family === 0 ? await resolve(name) : [{ address: name, family }]
  if (found.length === 0) throw new Error('it has no address')
  return found
}

function firstRefusal(addresses: Address[], hop: Hop): string | null {
  return addresses.map(({ address }) => whyRefused(address, hop)).find((why) => why !== null) ?? null
}

/** Node asks for one address or for all of them, as it likes. */
function pinned(addresses: Address[]): LookupFunction {
  return (_name, { all }, done) => {
    const [first] = addresses
    if (all) done(null, addresses)
    else done(null, first!.address, first!.family)
  }
}

function ask({ url, headers, body, signal }: Post, lookup: LookupFunction): Promise<Posted> {
  const request = url.protocol === 'https:' ? encrypted : plain
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers, lookup, signal, agent: false as const }
    const asked = request(url, options, (answer) => {
      const { statusCode: status = 0, headers: said } = answer
      // What it says besides is of no use here, and may have no end.
      answer.destroy()
      const location = said.location ?? null
      resolve({ kind: 'answered', status, location, retryAfter: said['retry-after'] ?? null })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** A name that nobody answers for must not hold anybody up. */
function unless<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error('it took too long'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** A code such as ECONNREFUSED. Never the whole message: it may quote what was sent. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'string' ? code : 'no answer'
}
