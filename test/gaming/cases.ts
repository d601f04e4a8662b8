import type { Change } from './change.ts'
import { mavenGames, rustGames } from './games-compiled.ts'
import { goGames } from './games-go.ts'
import { jestGames } from './games-jest.ts'
import { mochaGames } from './games-mocha.ts'
import { nodeGames } from './games-node.ts'
import { pytestGames, unittestGames } from './games-python.ts'
import { avaGames, tapGames } from './games-tap.ts'
import { vitestGames } from './games-vitest.ts'
import { honestChanges } from './honest.ts'

export const games: Change[] = [
  ...nodeGames,
  ...vitestGames,
  ...mochaGames,
  ...jestGames,
  ...avaGames,
  ...tapGames,
  ...pytestGames,
  ...unittestGames,
  ...goGames,
  ...rustGames,
  ...mavenGames,
]

export { honestChanges }
