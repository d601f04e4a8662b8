/** Where secrets, sockets and caches usually are. Data only; all paths in the home folder are relative to it. */

/** Hidden unless the user shows them again. */
export const SECRETS = [
  '.ssh',
  '.aws',
  '.azure',
  '.gnupg',
  '.kube',
  '.docker',
  '.netrc',
  '.npmrc',
  '.yarnrc.yml',
  '.pypirc',
  '.git-credentials',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.gem/credentials',
  '.m2/settings.xml',
  '.gradle/gradle.properties',
  '.terraform.d',
  '.vault-token',
  '.pgpass',
  '.my.cnf',
  '.config/gh',
  '.config/glab-cli',
  '.config/gcloud',
  '.config/git/credentials',
  '.config/rclone',
  '.config/op',
  '.local/share/keyrings',
  '.password-store',
  '.mozilla',
  '.thunderbird',
  '.config/google-chrome',
  '.config/chromium',
  '.config/BraveSoftware',
  '.bash_history',
  '.zsh_history',
  '.node_repl_history',
  '.psql_history',
]

/** Folders in which new entries may be made: privately, while the entries that are there can only be read. */
export const VEILED = ['', '.cache', '.config', '.local', '.local/share', '.local/state']

/** Caches that start empty and are private: what one program leaves there, another one would run. */
export const PRIVATE_CACHES = [
  '.npm',
  '.yarn',
  '.cache/go-build',
  '.cache/node',
  '.cache/node-gyp',
  '.cache/pip',
  '.cache/pnpm',
  '.cache/uv',
  '.cache/yarn',
  '.local/share/pnpm',
]

/** Parts of them in which everything is found by the hash of its content, which a lockfile holds. */
export const CHECKED_CACHES = ['.npm/_cacache', '.local/share/pnpm/store']

/** Of the user's `.npmrc`, which holds tokens: where packages are and how to get there. */
export const NPM_SETTINGS =
  /^(?:(?:@[^:=\s]+:)?registry|proxy|https-proxy|no-?proxy|cafile|strict-ssl|maxsockets|fetch-[a-z-]+)\s*=/

/** Variables that name such a cache: they are pointed into the private home. */
export const CACHE_VARIABLES = [
  'npm_config_cache',
  'GOCACHE',
  'PIP_CACHE_DIR',
  'UV_CACHE_DIR',
  'COREPACK_HOME',
  'DENO_DIR',
]

/** What a network or a distribution keeps below /run; all else there is sockets of the system and of the session. */
export const RUN_KEPT = [
  '/run/systemd/resolve',
  '/run/NetworkManager',
  '/run/resolvconf',
  '/run/connman',
  '/run/current-system',
  '/run/booted-system',
  '/run/wrappers',
  '/run/opengl-driver',
  '/run/media',
]

export const TEMPORARY = ['/tmp', '/var/tmp']

/** Where the models are that agents ask; for a sandbox that knows names. */
export const MODEL_HOSTS = [
  '*.anthropic.com',
  'claude.ai',
  '*.openai.com',
  'chatgpt.com',
  '*.googleapis.com',
  '*.githubcopilot.com',
  'api.github.com',
]
