import { describe, expect, it } from 'vitest'
import { baseEnvironment, usersEnvironment, withNames } from '../../src/runtime/environment.ts'

describe('the base environment', () => {
  it('passes what programs need to run', () => {
    const from = {
      PATH: '/bin',
      HOME: '/h',
      LC_ALL: 'C',
      XDG_CACHE_HOME: '/c',
      https_proxy: 'p',
      GOPATH: '/go',
      CI: '1',
    }
    expect(baseEnvironment(from)).toEqual(from)
  })

  it('SE2: passes no name that is not on the list', () => {
    const secrets = {
      ANTHROPIC_API_KEY: 's',
      GITHUB_TOKEN: 's',
      AWS_SECRET_ACCESS_KEY: 's',
      SSH_AUTH_SOCK: 's',
      npm_config__authToken: 's',
      npm_config_registry: 's',
      NODE_OPTIONS: 's',
      GIT_DIR: 's',
      LD_PRELOAD: 's',
      DATABASE_URL: 's',
      PATHS: 's',
    }
    expect(baseEnvironment({ PATH: '/bin', ...secrets })).toEqual({ PATH: '/bin' })
  })

  it('SE2: passes no secret through a prefix of the list', () => {
    const from = { XDG_SESSION_TOKEN: 's', LC_API_KEY: 's', XDG_secret: 's', XDG_DATA_HOME: '/d' }
    expect(baseEnvironment(from)).toEqual({ XDG_DATA_HOME: '/d' })
  })

  it('leaves out names that are not set', () => {
    expect(Object.keys(baseEnvironment({ PATH: undefined, HOME: '/h' }))).toEqual(['HOME'])
  })
})

describe('added names', () => {
  const from = { CLAUDE_A: '1', CLAUDE_B: '2', CLAUD: '3', ANTHROPIC_API_KEY: 'k' }

  it('pass exactly or by prefix, secrets too, because they were asked for', () => {
    expect(withNames({ X: 'x' }, from, ['CLAUDE_*', 'ANTHROPIC_API_KEY', 'MISSING'])).toEqual({
      X: 'x',
      CLAUDE_A: '1',
      CLAUDE_B: '2',
      ANTHROPIC_API_KEY: 'k',
    })
  })

  it('leave the given environment as it was', () => {
    const env = { X: 'x' }
    withNames(env, from, ['CLAUD'])
    expect(env).toEqual({ X: 'x' })
  })
})

describe('the environment of a check in a live session', () => {
  it('is the user’s own, without what the host says of itself', () => {
    const own = { PATH: '/bin', DATABASE_URL: 'd', EDITOR: 'vi' }
    const hosts = { CLAUDECODE: '1', CLAUDE_PID: '7', CODEX_HOME: '/c', WIGGUM_RUN_ID: 'r', WIGGUMX: 'x' }
    expect(usersEnvironment({ ...own, ...hosts, EMPTY: undefined })).toEqual(own)
  })
})
