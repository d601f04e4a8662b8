import { describe, expect, it } from 'vitest'
import { baseEnvironment, withNames } from '../../src/runtime/environment.ts'

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
