/** A kind of secret that is known wherever it stands. */
export interface TokenRule {
  kind: string
  /** One of these is where it begins, or `back` characters after. Four characters each. */
  seeds: string[]
  /** The same where it stands in base64. */
  starts: string[]
  back: number
  /** Sticky, and bounded, so that no text makes it slow. */
  shape: RegExp
  /** It may begin in the middle of a word: its beginning is not met there by chance. */
  anywhere: boolean
  /** How much of what was matched is one; 0: none of it. */
  take?: (match: string) => number
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-'

/** Its beginning has three characters only. */
const SHORT = 3

/** `starts`: with what it begins, by words. */
function rule(kind: string, starts: string, shape: RegExp, anywhere = true): TokenRule {
  const all = starts.split(' ').map((start) => start.slice(0, 4))
  const seeds = all.flatMap((start) =>
    start.length > SHORT ? [start] : [...LETTERS].map((letter) => start + letter),
  )
  return { kind, seeds, starts: all, back: 0, shape: new RegExp(shape, 'y'), anywhere }
}

export const PRIVATE_KEY = 'a private key'

/** What programs put before each line: `12→`, `web_1  | `, `[10:02:11] `, `a/id_rsa:12:`. The arrows are also read as bytes. */
export const MARGIN =
  /[\w .:/+>#*[-]{0,48}(?:[\]|\u2192\u2502]|\xe2\x86\x92|\xe2\x94\x82|:\d{1,6}:)[ \t]{0,4}/.source

const KEY_HEADER =
  /-----BEGIN(?: |%20|\+)(?:[A-Z0-9]{2,9}(?: |%20|\+)){0,3}PRIVATE(?: |%20|\+)KEY(?:(?: |%20|\+)BLOCK)?-----/
    .source
const KEY_CHARACTER = /(?!-----)[A-Za-z0-9+/=,.:()\s"'`>#*-]|\\{1,4}[nrt"/]|%[0-9A-Fa-f]{2}/.source
const LINE_END = /[ \t]{0,4}(?:\r?\n|\\{1,4}n|["'|\u2502\xe2]|$)/.source
/** Where nothing else is on the line but base64. */
const BEFORE_A_LINE = `(?:\\r?\\n|\\\\{1,4}n)${MARGIN}(?=[A-Za-z0-9+/=]{2,100}${LINE_END}|-----END)`
const AFTER_A_LINE = `(?:[|\\u2502]|\\xe2\\x94\\x82)(?=${LINE_END})`

/** Up to its end, however the line breaks are written: as they are, as `\n`, in pieces of a program, percent-encoded, with a margin. */
const KEY_TEXT = new RegExp(
  `${KEY_HEADER}(?:${BEFORE_A_LINE}|${AFTER_A_LINE}|${KEY_CHARACTER}){0,20000}(?:-----END[^-\\n]{1,60}-----)?`,
)

/** Shorter ones are words. */
const BODY_LINE = /[A-Za-z0-9+/=]{32,}/g

/** The base64 in it. The header alone is what a parser looks for, and has none. */
export function keyBody(match: string): string {
  const rest = match.slice(match.indexOf('KEY') + 3)
  const plain = rest
    .replaceAll(/%2[bB]/g, '+')
    .replaceAll(/%2[fF]/g, '/')
    .replaceAll(/%3[dD]/g, '=')
  return (plain.match(BODY_LINE) ?? []).join('')
}

/** How much of it to hide. One that was cut off ends with its last line. */
function keyLength(match: string): number {
  if (match.length < 80) return 0
  const body = keyBody(match)
  if (body.length < 48 || new Set(body).size <= 12) return 0
  if (match.endsWith('-----')) return match.length
  const last = body.slice(-4)
  return match.lastIndexOf(last) + last.length
}

/** What documentation prints for all to see. */
const DOCUMENTED =
  /EXAMPLE|4eC39HqLyjWDarjtT1zdp7dc|BQokikJOvBiI2HlWgH4olfQ2|26PHem9AhJZvU623DfE1x4sd|^eyJ[\w-]+\.eyJzdWIiOiIxMjM0NTY3ODkw/

/** An example of somebody's documentation, or something to be filled in. */
export function isExample(match: string): boolean {
  if (DOCUMENTED.test(match)) return true
  const body = match.replace(/^[A-Za-z]{2,10}[-_](?:[a-z]{2,8}[-_])?/, '')
  return (
    new Set(body).size <= 4 ||
    /x{6}|X{6}|\*{4}|\.{4}|0{10}/.test(body) ||
    /(?:your|placeholder|redacted|change-?me)/i.test(match)
  )
}

/** Base64 of JSON, signed: one whose time has passed opens nothing. */
function liveJwt(match: string): number {
  const [, payload = ''] = match.split('.')
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
    const end = typeof claims === 'object' && claims !== null && 'exp' in claims ? claims.exp : null
    return typeof end !== 'number' || end * 1000 > Date.now() ? match.length : 0
  } catch {
    return 0
  }
}

function mixed(match: string): number {
  return /\d/.test(match) && /[a-z]/i.test(match) && new Set(match).size >= 12 ? match.length : 0
}

/** Our own list: what providers document. ADR 25 says why it is no package's. */
export const TOKEN_RULES: readonly TokenRule[] = [
  { ...rule(PRIVATE_KEY, 'BEGI', KEY_TEXT), back: 5, take: keyLength },
  rule('a GitHub token', 'ghp_ gho_ ghu_ ghs_ ghr_', /gh[pousr]_[A-Za-z0-9]{20,255}/),
  rule('a GitHub token', 'github', /github_pat_\w{22,255}/),
  rule(
    'a GitLab token',
    'glpa gldt glrt glcb glpt glft glso glag glim',
    /gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|imt)-[\w.-]{20,128}/,
  ),
  rule('an npm token', 'npm_', /npm_[A-Za-z0-9]{30,64}/),
  rule('a Hugging Face token', 'hf_', /hf_[A-Za-z0-9]{30,64}/, false),
  {
    ...rule(
      'a Slack token',
      'xoxa xoxb xoxp xoxr xoxs xoxo xoxe xapp',
      /x(?:ox[a-z]|app)-(?:\d-)?[\w-]{10,250}/,
    ),
    take: mixed,
  },
  rule(
    'a Slack webhook',
    'hook',
    /hooks\.slack(?:-gov)?\.com(?:\/|%2[fF])(?:services|workflows|triggers)(?:\/|%2[fF])[\w/%-]{20,200}/,
  ),
  rule('a Discord webhook', 'webh', /webhooks\/\d{16,20}\/[\w-]{60,100}/),
  {
    ...rule(
      'an AWS access key',
      'AKIA ASIA ABIA ACCA',
      /(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/,
      false,
    ),
  },
  rule('a Google API key', 'AIza', /AIza[\w-]{35}(?![\w-])/, false),
  rule('a Google client secret', 'GOCSPX', /GOCSPX-[\w-]{20,64}/),
  rule('a Google access token', 'ya29', /ya29\.[\w-]{30,1000}/, false),
  rule('a Stripe key', 'sk_l sk_t rk_l rk_t', /[sr]k_(?:live|test)_[A-Za-z0-9]{16,255}/),
  { ...rule('a webhook secret', 'whse', /whsec_[A-Za-z0-9+/=]{24,128}/), take: mixed },
  rule('an Anthropic key', 'sk-a', /sk-ant-[a-z]{2,6}\d\d-[\w-]{20,255}/),
  { ...rule('an OpenAI key', 'sk-p sk-s sk-a', /sk-(?:proj|svcacct|admin)-[\w-]{40,255}/), take: mixed },
  rule('an OpenRouter key', 'sk-o', /sk-or-v\d-[0-9a-f]{40,128}/),
  { ...rule('an API key', 'sk-', /sk-[A-Za-z0-9]{32,128}(?![\w-])/), take: mixed },
  { ...rule('a SendGrid key', 'SG.', /SG\.[\w-]{16,32}\.[\w-]{16,64}/, false), take: mixed },
  rule('a Telegram token', ':AA', /:AA[\w-]{33}(?![\w-])/),
  rule('a DigitalOcean token', 'dop_ doo_ dor_', /do[opr]_v1_[0-9a-f]{64}/),
  rule('a Linear key', 'lin_', /lin_(?:api|oauth)_[A-Za-z0-9]{32,64}/),
  rule('a Notion token', 'ntn_', /ntn_[A-Za-z0-9]{40,64}/),
  rule('a Databricks token', 'dapi', /dapi[0-9a-f]{32}(?:-\d)?(?![0-9a-z])/, false),
  rule('a PyPI token', 'pypi', /pypi-[\w-]{50,400}/),
  rule('a RubyGems key', 'ruby', /rubygems_[0-9a-f]{48}/),
  rule('a Shopify token', 'shpa shpc shps', /shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/),
  rule('a Square token', 'sq0a sq0c', /sq0(?:atp|csp)-[\w-]{22,64}/),
  rule('a Vault token', 'hvs. hvb.', /hv[sb]\.[\w-]{24,300}/, false),
  rule('a Terraform token', 'atla', /atlasv1\.[\w-]{60,128}/),
  rule(
    'a Doppler token',
    'dp.p dp.s dp.c',
    /dp\.(?:pt|st|sa|ct|scim)\.(?:[\w-]{2,35}\.)?[A-Za-z0-9]{40,44}/,
    false,
  ),
  rule('an age key', 'AGE-', /AGE-SECRET-KEY-1[0-9A-Z]{58}/),
  rule('a New Relic key', 'NRAK', /NRAK-[A-Z0-9]{27}/),
  rule('a Grafana token', 'glsa glc_', /gl(?:sa|c)_[\w+/=]{32,400}/),
  rule('a Postman key', 'PMAK', /PMAK-[0-9a-f]{24}-[0-9a-f]{34}/),
  rule('a Docker token', 'dckr', /dckr_(?:pat|oat)_[\w-]{27,64}/),
  rule('an Atlassian token', 'ATAT ATBB ATCT', /AT(?:ATT3|BB|CTT3)[\w=-]{28,400}/, false),
  rule('a Sentry token', 'sntr', /sntry[su]_[\w+/=]{40,400}/),
  rule('a Figma token', 'figd', /figd_[\w-]{36,64}/),
  rule('a Supabase key', 'sbp_ sb_s', /(?:sbp_[0-9a-f]{40}|sb_secret_[\w-]{20,64})/),
  rule('a PlanetScale token', 'psca', /pscale_(?:tkn|pw|oauth)_[\w.-]{32,64}/),
  rule('a Groq key', 'gsk_', /gsk_[A-Za-z0-9]{40,64}/),
  rule('an xAI key', 'xai-', /xai-[A-Za-z0-9]{60,100}/),
  rule('a Perplexity key', 'pplx', /pplx-[A-Za-z0-9]{40,64}/),
  { ...rule('an Azure storage key', 'Acco', /AccountKey=[A-Za-z0-9+/]{86}==/), take: mixed },
  {
    ...rule('a JSON web token', 'eyJ', /eyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{32,1000}/, false),
    take: liveJwt,
  },
]
