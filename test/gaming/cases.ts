import type { Change } from './change.ts'
import { mavenGames, rustGames } from './games-compiled.ts'
import { goGames } from './games-go.ts'
import { jestGames } from './games-jest.ts'
import { mochaGames } from './games-mocha.ts'
import { nodeGames } from './games-node.ts'
import { nodeSetupGames } from './games-node-setup.ts'
import { pytestGames } from './games-pytest.ts'
import { avaGames, tapGames } from './games-tap.ts'
import { unittestGames } from './games-unittest.ts'
import { vitestGames } from './games-vitest.ts'
import { honestJavascript } from './honest-javascript.ts'
import { honestNode } from './honest-node.ts'
import { honestOthers } from './honest-others.ts'

export const games: Change[] = [
  ...nodeGames,
  ...nodeSetupGames,
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

export const honestChanges: Change[] = [...honestNode, ...honestJavascript, ...honestOthers]
