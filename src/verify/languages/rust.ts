import type { Language } from './language.ts'

export const rust: Language = {
  id: 'rust',
  files: /\.rs$/,
  declaration:
    /#\[(?:\w{1,40}::){0,3}(?:test|rstest|test_case|quickcheck|wasm_bindgen_test)\b[^\]\n]{0,200}\]/g,
  nameAfter: /\bfn\s+(\w+)/g,
  assertion: /\b(?:debug_)?assert(?:_\w{1,40})?!\s*[([{]|#\[should_panic/g,
  weak: /^assert!\s*[([{](?!.*(?:==|!=|<|>|matches!|\.contains|!))/,
  marker:
    /#\[ignore\b|#\[cfg_attr\([^\]\n]{0,200}\bignore\b|#!?\[cfg\((?:any\(\s*\)|FALSE|false)\)\]|\bprocess::exit\s*\(\s*0\s*\)/g,
  conditional: /cfg_attr/,
  inline: /#\[cfg\(test\)\]|#\[test\]/,
}
