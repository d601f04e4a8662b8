import { argumentsIn, operandsIn, type Takes } from './arguments.ts'

/** What `curl`, `wget` and `http` send, and where to. */

const READS = /^(?:GET|HEAD|OPTIONS|TRACE)$/i

/** A request that may change something on another machine. */
export function sendsAway([program = '', ...args]: string[]): boolean {
  if (program === 'curl') return curlSends(args)
  if (program === 'wget') return wgetSends(args)
  if (/^(?:http|https|xh|xhs)$/.test(program)) return httpieSends(args)
  return false
}

/** `--retry-connrefused` and `--retry-all-errors` stand alone. */
const CURL: Takes = {
  short: /[AbcCdDeEFhHKmoPQrtTuUwxXyYz]/,
  long: /^(?:abstract-unix-socket|alt-svc|aws-sigv4|ca(?:cert|path)|cert|cert-type|ciphers|config|connect-(?:timeout|to)|continue-at|cookie|cookie-jar|create-file-mode|crlfile|curves|data(?:-\w+)*|delegation|dns-[\w-]+|doh-url|dump-header|ech|egd-file|engine|etag-(?:compare|save)|expect100-timeout|form|form-string|ftp-(?:account|alternative-to-user|method|port|ssl-ccc-mode)|happy-eyeballs-timeout-ms|haproxy-clientip|header|hostpub\w+|hsts|interface|ip-tos|ipfs-gateway|json|keepalive-(?:time|cnt)|key|key-type|krb|libcurl|limit-rate|local-port|login-options|mail-(?:auth|from|rcpt)|max-(?:filesize|redirs|time)|netrc-file|noproxy|oauth2-bearer|output|output-dir|parallel-max(?:-host)?|pass|pinnedpubkey|preproxy|proto|proto-(?:default|redir)|proxy|proxy-(?!anyauth$|basic$|digest$|http2$|insecure$|negotiate$|ntlm$|ssl-|ca-native$|tlsv1$)[\w-]+|proxy1\.0|pubkey|quote|random-file|range|rate|referer|request|request-target|resolve|retry|retry-(?:delay|max-time)|sasl-authzid|service-name|sigalgs|socks[45]a?|socks5-(?:gssapi-service|hostname)|speed-(?:limit|time)|ssl-sessions|stderr|telnet-option|tftp-blksize|time-cond|tls-max|tls13-ciphers|tls(?:authtype|password|user)|trace|trace-(?:ascii|config)|unix-socket|upload-(?:file|flags)|url|url-query|user|user-agent|variable|vlan-priority|write-out)$/,
}

function curlSends(args: string[]): boolean {
  const { urls, method, sends } = curlRequest(args)
  const changes = method === null ? sends : !READS.test(method)
  return changes && !(urls.length > 0 && urls.every(isLoopback))
}

function curlRequest(args: string[]) {
  const urls: string[] = []
  let method: string | null = null
  let sends = false
  for (const each of argumentsIn(args, CURL)) {
    if (each.kind === 'operand') urls.push(each.word)
    else {
      const { name, flags, value } = each
      if (/^(?:X|request)$/.test(name)) method = value
      if (/^(?:d|F|T|data.*|json|form.*|upload-file)$/.test(name)) sends = true
      if (/[GI]/.test(flags) || /^(?:get|head)$/.test(name)) method ??= 'GET'
      if (name === 'url') urls.push(value)
      if (/^(?:abstract-)?unix-socket$/.test(name)) urls.push('localhost')
    }
  }
  return { urls, method, sends }
}

const WGET: Takes = {
  short: /[oaeiBtOTwQPUDARIXl]/,
  long: /^(?:output-(?:document|file)|append-output|execute|input-file|base|tries|(?:\w+-)?timeout|wait|waitretry|quota|directory-prefix|(?:http-|ftp-|proxy-)?(?:user|password)|header|user-agent|referer|method|(?:post|body)-(?:data|file)|(?:load|save)-cookies|ca-certificate|certificate|private-key|limit-rate|max-redirect|level|accept|reject|bind-address)$/,
}

function wgetSends(args: string[]): boolean {
  const urls = operandsIn(args, WGET)
  const options = argumentsIn(args, WGET).flatMap((each) => (each.kind === 'option' ? [each] : []))
  const method = options.find(({ name }) => name === 'method')?.value
  const sends = options.some(({ name }) => /^(?:post|body)-(?:data|file)$/.test(name))
  return (method === undefined ? sends : !READS.test(method)) && !(urls.length > 0 && urls.every(isLoopback))
}

/** `http POST host`, `http host name=value`. */
function httpieSends(args: string[]): boolean {
  const plain = args.filter((word) => !word.startsWith('-'))
  const method = /^[A-Z]+$/.test(plain[0] ?? '') ? plain[0]! : null
  const [url = '', ...items] = method === null ? plain : plain.slice(1)
  const sends = items.some((item) => /^[^=:]+(?::?=|@)(?!=)/.test(item))
  return (method === null ? sends : !READS.test(method)) && !isLoopback(url)
}

const LOOPBACK =
  /^(?:[a-z][a-z\d+.-]*:\/\/)?(?:[^/@\s]*@)?(?:localhost|[\w-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0|::1)(?=[:/?#]|$)/i

function isLoopback(url: string): boolean {
  // `http :3000/x` means this machine.
  return LOOPBACK.test(url) || /^:\d*(?:\/|$)/.test(url)
}
