import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { proxyFor, throughProxy } from './tunnel.ts'

/** Where an agent's requests go in the end. */
export interface Upstream {
  request(what: { method: string; path: string; headers: string[] }): ClientRequest
  close(): void
}

type Environment = Readonly<Record<string, string | undefined>>

/** `env` says which way out of this network there is. Certificates are checked as Node does. */
export function openUpstream(base: string, env: Environment): Upstream {
  const url = new URL(base)
  const isSecure = url.protocol === 'https:'
  const proxy = proxyFor(url, env)
  const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const send = isSecure ? httpsRequest : httpRequest
  const through = proxy ? { createConnection: throughProxy(url, proxy) } : {}
  return {
    request: ({ method, path, headers }) =>
      send({
        agent: proxy ? undefined : agent,
        ...through,
        protocol: url.protocol,
        hostname: url.hostname,
        port: url.port || (isSecure ? 443 : 80),
        method,
        path: join(url, path),
        headers: ['Host', url.host, ...headers],
      }),
    close: () => agent.destroy(),
  }
}

/** `https://host/api` and `/v1/messages?beta=true` → `/api/v1/messages?beta=true`. */
function join({ pathname, search }: URL, path: string): string {
  const at = path.indexOf('?')
  const [own, query] = at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at)]
  const queries = [search, query].filter(Boolean).map((each) => each.slice(1))
  const place = `${pathname.replace(/\/+$/, '')}${own}` || '/'
  return queries.length > 0 ? `${place}?${queries.join('&')}` : place
}
