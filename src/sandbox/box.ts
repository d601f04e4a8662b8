/** What a program may see, write and reach. Which sandbox enforces it is another matter. */

export interface Program {
  file: string
  args: string[]
  env: Record<string, string>
}

/** A list is of ports on the machine's own loopback address. */
export type Network = 'all' | 'none' | number[]

/** An absolute path without symbolic links, to something that exists. */
export interface Place {
  path: string
  folder: boolean
}

/** The home folder is a private one; of the user's own it shows these entries, for reading. */
export interface Home {
  path: string
  /** The folders in it that are private, itself among them. */
  folders: string[]
  entries: Place[]
}

export interface Box {
  /** Writable, and where the program starts. */
  workspace: string
  write: Place[]
  /** For reading, also where what is around it is hidden. */
  read: Place[]
  hide: Place[]
  /** Folders for temporary files; the program gets one of its own in their place. */
  temp: string[]
  home: Home | null
  /** Folders of the private home that outlive it: `from` is where they really are. */
  shared: { path: string; from: string }[]
  /** A folder for the sandbox's own use: the private home, the private temporary files. */
  scratch: string
  network: Network
  /** Where the sockets are that lead to the allowed ports; `null` if there are none. */
  ports: string | null
  /** Host names that may be reached; only for a sandbox that knows names. */
  domains: string[]
}

export type SandboxName = 'none' | 'bubblewrap' | 'srt'

/** A sandbox that works on this machine. */
export interface Sandbox {
  name: SandboxName
  /** Its program; empty where there is none. */
  file: string
}

export const NO_SANDBOX: Sandbox = { name: 'none', file: '' }
