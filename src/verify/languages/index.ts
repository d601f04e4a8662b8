import { go } from './go.ts'
import { javascript } from './javascript.ts'
import { jvm } from './jvm.ts'
import type { Language } from './language.ts'
import { python } from './python.ts'
import { ruby } from './ruby.ts'
import { rust } from './rust.ts'

const languages: Language[] = [javascript, python, go, rust, jvm, ruby]

export function languageOf(path: string): Language | undefined {
  return languages.find(({ files }) => files.test(path))
}
