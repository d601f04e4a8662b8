import type { Language } from './language.ts'

export const python: Language = {
  id: 'python',
  files: /\.py$/,
  // A class whose name no longer begins with Test is no longer collected, so classes count as declarations.
  declaration:
    /^[ \t]*(?:(?:async[ \t]+)?def[ \t]+(test\w*)[ \t]*\(|class[ \t]+(?=Test|\w*Test(?:s|Case)?\b)(\w+))/gm,
  assertion: /(?<![\w.])assert\b(?=[\s(])|\.assert\w{1,60}\s*\(|\bpytest\.(?:raises|warns|fail)\s*\(/g,
  weak: /^assert\s(?!.*(?:==|!=|<|>|\bin\b|\bis\b|\bnot\b|\())|^assert\s.*\bis\s+not\s+None\s*$|^\.assert(?:True|False|IsNotNone|IsInstance)\s*\((?!.*(?:==|!=|<|>))/,
  marker:
    /@(?:\w+\.){0,3}(?:skip|skipif|skipIf|skipUnless|xfail|expectedFailure)\b|\bpytestmark\b|\bpytest\.(?:skip|xfail|importorskip|exit)\s*\(|\.skipTest\s*\(|\bSkipTest\b|\b__test__\s*=\s*False|\bos\._exit\s*\(|\bsys\.exit\s*\(\s*0?\s*\)|\bSystemExit\s*\(\s*0?\s*\)/g,
  conditional: /skipif|skipIf|skipUnless|importorskip/,
}
