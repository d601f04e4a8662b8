import type { Ecosystem } from './ecosystem.ts'
import { go } from './go.ts'
import { gradle } from './gradle.ts'
import { make } from './make.ts'
import { maven } from './maven.ts'
import { node } from './node.ts'
import { nodeLoose } from './node-loose.ts'
import { python } from './python.ts'
import { ruby } from './ruby.ts'
import { rust } from './rust.ts'
import { wiggum } from './wiggum.ts'

/** In the order of preference: the first one that knows a test command is the repository's primary ecosystem. */
export const ecosystems: Ecosystem[] = [node, python, go, rust, make, maven, gradle, ruby, nodeLoose, wiggum]
