import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ran, Site } from './site.ts'

/** What a program may try. Each says by what on the machine, or in its output, one sees that it succeeded. */
export interface Attempt {
  name: string
  script(site: Site): string
  reached(site: Site, ran: Ran): boolean
  /** Only root gets this far even without a sandbox. */
  root?: true
}

const has = (path: string, text: string) => existsSync(path) && readFileSync(path, 'utf8').includes(text)
const printed = (site: Site, ran: Ran) => ran.text.includes(site.secret)
const bashrc = (site: Site) => has(join(site.home, '.bashrc'), 'evil')
const readme = (site: Site) => has(join(site.repo, 'README.md'), 'evil')
const SYSTEM_FILE = '/etc/wiggum-sandbox-test'

export const writes: Attempt[] = [
  {
    name: 'a file in the home folder',
    script: () => 'echo evil >> "$HOME/.bashrc"',
    reached: bashrc,
  },
  {
    name: 'a new file in the home folder',
    script: () => 'echo evil > "$HOME/.profile"',
    reached: (site) => existsSync(join(site.home, '.profile')),
  },
  {
    name: 'a folder of settings in the home folder',
    script: () => 'echo evil > "$HOME/.config/editor/settings"',
    reached: (site) => has(join(site.home, '.config/editor/settings'), 'evil'),
  },
  {
    name: "the user's repository",
    script: (site) => `echo evil >> "${site.repo}/README.md"`,
    reached: readme,
  },
  {
    name: 'the log of the run',
    script: (site) => `echo evil >> "${site.repo}/.wiggum/events/run.jsonl"`,
    reached: (site) => has(join(site.repo, '.wiggum/events/run.jsonl'), 'evil'),
  },
  {
    name: 'an answer to its own gate',
    script: (site) =>
      `mkdir -p "${site.repo}/.wiggum/state/inbox/run"; echo evil > "${site.repo}/.wiggum/state/inbox/run/answer"`,
    reached: (site) => existsSync(join(site.repo, '.wiggum/state/inbox/run/answer')),
  },
  {
    name: "another run's workspace",
    script: (site) => `mkdir -p "${site.other}"; echo evil > "${site.other}/file"`,
    reached: (site) => has(join(site.other, 'file'), 'evil'),
  },
  {
    name: 'through a symbolic link in its workspace',
    script: (site) => `ln -sfn "${site.repo}" out; echo evil >> out/README.md`,
    reached: readme,
  },
  {
    name: 'through /proc/self/root',
    script: (site) => `echo evil >> "/proc/self/root${site.home}/.bashrc"`,
    reached: bashrc,
  },
  {
    name: 'through /proc/1/root and the working folder of its parent',
    script: (site) =>
      `echo evil >> "/proc/1/root${site.repo}/README.md"; echo evil >> "/proc/$PPID/cwd/../../../../repo/README.md"; echo evil >> ../../../../repo/README.md`,
    reached: readme,
  },
  {
    name: 'after mounting everything anew in a namespace of its own',
    script: (site) =>
      `unshare -Urm sh -c 'mount -o remount,bind,rw "${site.repo}"; mount -o remount,bind,rw /; umount "${site.repo}"; echo evil >> "${site.repo}/README.md"'`,
    reached: readme,
  },
  {
    name: 'a folder of the system',
    script: () => `echo evil > ${SYSTEM_FILE}`,
    reached: () => existsSync(SYSTEM_FILE),
    root: true,
  },
]

export const leftBehind = [SYSTEM_FILE]

export const reads: Attempt[] = [
  { name: 'a key', script: () => 'cat "$HOME/.ssh/id_ed25519"', reached: printed },
  { name: "a cloud's credentials", script: () => 'cat "$HOME/.aws/credentials"', reached: printed },
  { name: "a registry's token", script: () => 'cat "$HOME/.npmrc"', reached: printed },
  { name: "a forge's token", script: () => 'cat "$HOME/.config/gh/hosts.yml"', reached: printed },
  {
    name: 'a key, through a symbolic link',
    script: () => 'ln -sfn "$HOME/.ssh" keys; cat keys/id_ed25519',
    reached: printed,
  },
  {
    name: 'a key, through /proc/self/root',
    script: (site) => `cat "/proc/self/root${site.home}/.ssh/id_ed25519"`,
    reached: printed,
  },
  {
    name: "another run's workspace",
    script: (site) => `cat "${site.other}/file"`,
    reached: printed,
  },
  {
    name: "a run's log",
    script: (site) => `cat "${site.repo}/.wiggum/events/run.jsonl"`,
    reached: printed,
  },
]
