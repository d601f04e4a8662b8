import { isSecretName } from '../secrets/names.ts'

/** What any program needs to run at all, and to find the user's own installation. */
const ACCOUNT = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'TMPDIR', 'XDG_*']

/** How text looks: without these, tests that sort or print depend on who started them. */
const LOCALE = ['LANG', 'LANGUAGE', 'LC_*', 'TZ', 'TERM', 'NO_COLOR']

/** How a company's network is reached. A proxy's address may hold a password, but without it no agent gets out. */
const NETWORK = [
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'all_proxy',
  'no_proxy',
]

/** Where toolchains and their caches are: paths only. Registries, options and credentials stay out. */
const TOOLCHAINS = [
  'JAVA_HOME',
  'GRADLE_USER_HOME',
  'GOPATH',
  'GOROOT',
  'GOCACHE',
  'GOMODCACHE',
  'CARGO_HOME',
  'RUSTUP_HOME',
  'PYENV_ROOT',
  'VIRTUAL_ENV',
  'CONDA_PREFIX',
  'UV_CACHE_DIR',
  'PIP_CACHE_DIR',
  'NVM_DIR',
  'FNM_DIR',
  'VOLTA_HOME',
  'PNPM_HOME',
  'BUN_INSTALL',
  'DENO_DIR',
  'COREPACK_HOME',
  'npm_config_cache',
  'RBENV_ROOT',
  'GEM_HOME',
  'GEM_PATH',
  'ASDF_DIR',
  'ASDF_DATA_DIR',
  'MISE_DATA_DIR',
  'DOTNET_ROOT',
  'ANDROID_HOME',
]

/** Test runners and installers do not ask questions where this is set. */
const AUTOMATION = ['CI']

const BASE = [...ACCOUNT, ...LOCALE, ...NETWORK, ...TOOLCHAINS, ...AUTOMATION]

/**
 * The environment every supervised process starts from: an allow-list, so that a secret nobody thought of stays here. A prefix
 * such as XDG_* must not open a door for one.
 */
export function baseEnvironment(from: NodeJS.ProcessEnv): Record<string, string> {
  const allowed = withNames({}, from, BASE)
  return Object.fromEntries(Object.entries(allowed).filter(([name]) => !isSecretName(name)))
}

/** Adds what `from` has of the names; a name may end in `*`. These were asked for, so secrets among them pass. */
export function withNames(
  env: Record<string, string>,
  from: NodeJS.ProcessEnv,
  names: string[],
): Record<string, string> {
  const exact = new Set(names.filter((name) => !name.endsWith('*')))
  const prefixes = names.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1))
  const result = { ...env }
  for (const [name, value] of Object.entries(from)) {
    if (value === undefined) continue
    if (exact.has(name) || prefixes.some((prefix) => name.startsWith(prefix))) result[name] = value
  }
  return result
}

/** What a host sets for its own tools: a check must not notice who waits for it. */
const OF_HOSTS = /^(?:CLAUDE|CODEX|WIGGUM)/

export function usersEnvironment(from: NodeJS.ProcessEnv): Record<string, string> {
  const kept = Object.entries(from).filter(([name, value]) => value !== undefined && !OF_HOSTS.test(name))
  return Object.fromEntries(kept as [string, string][])
}
