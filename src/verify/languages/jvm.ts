import type { Language } from './language.ts'

export const jvm: Language = {
  id: 'jvm',
  files: /\.(?:java|kt|scala|groovy)$/,
  declaration: /@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property)\b/g,
  nameAfter: /\b(?:void|fun|def)\s+(`[^`\n]{1,200}`|\w+)|\bpublic\s+\w+\s+(\w+)\s*\(/g,
  assertion:
    /(?<!\w)(?:assert\w{0,60}|verify\w{0,40}|fail|check)\s*\(|\bshould(?:Be|Throw|Not|Equal)\w{0,40}\b|(?<![\w.])expect\s*\(/g,
  weak: /^assert(?:NotNull|DoesNotThrow|NotEquals)\s*\(|^assertTrue\s*\((?!.*(?:==|!=|<|>|\.equals|\.contains))|\.isNotNull\s*\(/,
  marker:
    /@(?:Disabled|Enabled)\w{0,40}\b|@Ignore\w{0,20}\b|\benabled\s*=\s*false\b|\bassum(?:e|ing)\w{0,20}\s*\(|\bSystem\.exit\s*\(\s*0\s*\)|\bexitProcess\s*\(\s*0\s*\)/g,
  conditional: /@(?:Disabled|Enabled)(?:On|If|For)|assum/,
}
