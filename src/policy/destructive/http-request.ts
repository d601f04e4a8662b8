/** What `curl`, `wget` and `http` send, and where to. */

const READS = /^(?:GET|HEAD|OPTIONS|TRACE)$/i

/** A request that may change something on another machine. */
export function sendsAway([program = '', ...args]: string[]): boolean {
  if (program === 'curl') return curlSends(args)
  if (program === 'wget') return wgetSends(args)
  if (/^(?:http|https|xh|xhs)$/.test(program)) return httpieSends(args)
  return false
}

/** Its short options that take a value, which may stand right behind the letter. */
const CURL_VALUE = 'AbcCdDeEFhHKmoPQrtTuUwxXyYz'
const CURL_LONG_VALUE =
  /^--(?:request|data(?:-\w+)*|json|form(?:-string)?|upload-file|header|user|user-agent|output|output-dir|cookie|cookie-jar|referer|proxy|max-time|connect-timeout|retry(?:-\w+)*|write-out|cacert|cert|key|config|resolve|url-query|range|limit-rate|oauth2-bearer|unix-socket|interface)$/

function curlSends(args: string[]): boolean {
  const { urls, method, sends } = curlRequest(args)
  const changes = method === null ? sends : !READS.test(method)
  return changes && !(urls.length > 0 && urls.every(isLoopback))
}

function curlRequest(args: string[]) {
  const urls: string[] = []
  let method: string | null = null
  let sends = false
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!
    const option = curlOption(word)
    if (!option) urls.push(word)
    else {
      const value = option.value ?? (option.wants ? (args[++at] ?? '') : '')
      if (/^(?:X|request)$/.test(option.name)) method = value
      if (/^(?:d|F|T|data.*|json|form.*|upload-file)$/.test(option.name)) sends = true
      if (/^(?:G|get|I|head)$/.test(option.name)) method ??= 'GET'
      if (option.name === 'url') urls.push(value)
      if (option.name === 'unix-socket') urls.push('localhost')
    }
  }
  return { urls, method, sends }
}

interface CurlOption {
  name: string
  value: string | null
  /** Its value is the next word. */
  wants: boolean
}

function curlOption(word: string): CurlOption | null {
  const long = /^--([\w-]+)(?:=([\s\S]*))?$/.exec(word)
  if (long) {
    const wants = long[2] === undefined && (CURL_LONG_VALUE.test(word) || word === '--url')
    return { name: long[1]!, value: long[2] ?? null, wants }
  }
  if (!/^-[A-Za-z#0-9]/.test(word)) return null
  const letters = [...word.slice(1)]
  const at = letters.findIndex((letter) => CURL_VALUE.includes(letter))
  const name = at < 0 ? (letters.find((letter) => 'GI'.includes(letter)) ?? letters[0]!) : letters[at]!
  const value = at < 0 ? '' : letters.slice(at + 1).join('')
  return { name, value: value || null, wants: at >= 0 && value === '' }
}

function wgetSends(args: string[]): boolean {
  const method = /^--method=(.*)$/.exec(args.find((word) => word.startsWith('--method=')) ?? '')?.[1]
  const sends = args.some((word) => /^--(?:post|body)-(?:data|file)/.test(word))
  const urls = args.filter((word) => !word.startsWith('-'))
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
