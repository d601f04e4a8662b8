import type { Language } from './language.ts'

export const go: Language = {
  id: 'go',
  files: /\.go$/,
  declaration:
    /^func[ \t]+(?:\([^)\n]{0,80}\)[ \t]*)?((?:Test|Fuzz|Example)(?!Main\b)\w*)[ \t]*\(|\b[tb]\.Run\s*\(/gm,
  assertion:
    /\b[tb]\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\s*\(|(?<![\w.])(?:assert|require|is|qt)\.\w{1,60}\s*\(/g,
  weak: /^(?:assert|require)\.(?:NotNil|NotEmpty|NotPanics|NotZero|NotEqual)\s*\(|^(?:assert|require)\.True\s*\((?!.*(?:==|!=|<|>))/,
  // A TestMain decides by itself what the package's tests amount to.
  marker:
    /\b[tbf]\.(?:Skip|Skipf|SkipNow)\s*\(|^func[ \t]+TestMain\b|\btesting\.Short\s*\(|\bos\.Exit\s*\(\s*0\s*\)/gm,
  conditional: /testing\.Short|^\/\/.*build\b(?!.*\bignore\b)/,
  rawMarker: /^\/\/(?:go:build|[ \t]*\+build)[ \t].*$/gm,
}
