import type { Language } from './language.ts'

const modifiers =
  'each|concurrent|sequential|serial|only|skip|todo|fails|failing|skipIf|runIf|fixme|slow|for|shuffle'
const chain = `(?:\\s*\\.\\s*(?:${modifiers})\\b)*`
const off = 'only|skip|todo|fails|failing|skipIf|runIf|fixme'
const subject = 'it|test|specify|describe|suite|context'
const free = '(?<![\\w$.])'

const bareAsserts =
  'strictEqual|deepStrictEqual|deepEqual|equal|notEqual|notStrictEqual|notDeepStrictEqual|rejects|throws|doesNotReject'
const tapAsserts =
  'is|not|ok|notOk|equal|notEqual|same|notSame|strictSame|deepEqual|notDeepEqual|like|throws|throwsAsync|rejects|match|regex|true|false|truthy|falsy|snapshot|fail|error|plan'

export const javascript: Language = {
  id: 'javascript',
  files: /\.[cm]?[jt]sx?$/,
  declaration: new RegExp(
    `${free}(?:(?:(?:Deno|QUnit|t|tap)\\.)?(?:it|test|specify)${chain}|[xf](?:it|test|specify))\\s*[(\`]`,
    'g',
  ),
  assertion: new RegExp(
    `${free}(?:expect(?:\\.(?:soft|poll|element))?|assert(?:\\.\\w{1,40}){0,3}|t(?:\\.assert)?\\.(?:${tapAsserts})|should|${bareAsserts})\\s*\\(|\\.should\\b`,
    'g',
  ),
  weak: /\.(?:toBeTruthy|toBeFalsy|toBeDefined|toBeInstanceOf)\s*\(|\.not\s*\.\s*(?:toThrow|toBeNull|toBeUndefined|toBe|toEqual)\w*\s*\(|^(?:assert(?:\.ok)?|t\.(?:ok|truthy|true))\s*\([^=<>!\n]*$|doesNotThrow/,
  marker: new RegExp(
    [
      `${free}(?:${subject})${chain}\\s*\\.\\s*(?:${off})\\s*[(\`]`,
      `${free}[xf](?:it|test|specify|describe|context)\\s*[(\`]`,
      `${free}(?:it|test|describe|suite)\\s*\\(\\s*(['"\`])[ \\r\\n]{0,300}\\1\\s*,\\s*\\{[^{}]{0,300}?\\b(?:skip|only|todo)\\s*:(?!\\s*false)`,
      `${free}(?:t|ctx|context|this)\\.(?:skip|todo)\\s*\\(`,
      `${free}process\\.(?:(?:exit|reallyExit)\\s*\\(\\s*0?\\s*\\)|exitCode\\s*=\\s*0)`,
    ].join('|'),
    'g',
  ),
  conditional: /skipIf|runIf/,
}
