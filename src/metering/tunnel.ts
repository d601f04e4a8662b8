import { type RequestOptions, request } from 'node:http'
import type { Duplex } from 'node:stream'
import { connect } from 'node:tls'

type Environment = Readonly<Record<string, string | undefined>>
type Connected = (error: Error | null, socket: Duplex) => void

/** The proxy that the user's environment names for this address, as the agent would have used it itself. */
export function proxyFor(url: URL, env: Environment): URL | null {
  const scheme = url.protocol.slice(0, -1)
  const named = either(env, `${scheme}_proxy`) ?? either(env, 'all_proxy')
  if (!named || isExempt(url, either(env, 'no_proxy') ?? '')) return null
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(named) ? named : `http://${named}`
  return URL.canParse(address) && address.toLowerCase().startsWith('http:') ? new URL(address) : null
}

function either(env: Environment, name: string): string | null {
  return env[name] || env[name.toUpperCase()] || null
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

function isExempt(url: URL, list: string): boolean {
  if (LOOPBACK.test(url.hostname)) return true
  const entries = list.split(/[\s,]+/).filter(Boolean)
  return entries.some((entry) => {
    const name = entry
      .toLowerCase()
      .replace(/^\*?\.?/, '')
      .replace(/:\d+$/, '')
    return entry === '*' || url.hostname === name || url.hostname.endsWith(`.${name}`)
  })
}

/** A `createConnection` that asks the proxy for a tunnel first. */
export function throughProxy(target: URL, proxy: URL) {
  return (_options: RequestOptions, connected: Connected): undefined => {
    const isSecure = target.protocol === 'https:'
    const place = `${target.hostname}:${target.port || (isSecure ? 443 : 80)}`
    const asking = request({
      host: proxy.hostname,
      port: proxy.port || 80,
      method: 'CONNECT',
      path: place,
      headers: { host: place, ...login(proxy) },
      agent: false,
    })
    asking.once('connect', (answer, socket) => {
      if (answer.statusCode !== 200) {
        socket.destroy()
        return fail(connected, `the proxy answered ${answer.statusCode}`)
      }
      connected(null, isSecure ? connect({ socket, servername: target.hostname }) : socket)
    })
    asking.once('error', (error) => fail(connected, error.message))
    asking.end()
    return undefined
  }
}

function fail(connected: Connected, why: string): void {
  const error = Object.assign(new Error(`no tunnel: ${why}`), { code: 'ETUNNEL' })
  // Node's own type wants a socket even where there is none.
  connected(error, undefined as unknown as Duplex)
}

function login({ username, password }: URL): Record<string, string> {
  if (!username) return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}
