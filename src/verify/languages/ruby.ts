import type { Language } from './language.ts'

export const ruby: Language = {
  id: 'ruby',
  files: /\.rb$/,
  declaration:
    /^[ \t]*(?:def[ \t]+(test_\w*[?!]?)|(?:[xf]?(?:it|specify|example|scenario)|test)[ \t(]+(?=['"]))/gm,
  assertion: /(?<![\w.])(?:assert\w{0,60}|refute\w{0,60}|expect)\b|\.(?:must|wont)_\w{1,40}|\.should\b/g,
  weak: /^assert\s(?!.*(?:==|!=|<|>))|^assert_not_nil|^refute_nil|\bbe_truthy\b|\.not_to\s+(?:be_nil|raise_error)/,
  marker:
    /^[ \t]*[xf](?:it|describe|context|specify|example|scenario)\b|^[ \t]*(?:skip|pending)\b|\b(?:focus|skip|pending):\s*(?:true|['"])|,\s*:(?:focus|skip|pending)\b|\bexit!?[ (]*0/gm,
  conditional: /^(?!)/,
}
