/** What an adapter may look at to find out where its program sends its requests. */
export interface MeterWorld {
  /** The environment the program will have. */
  env: Readonly<Record<string, string>>
  /** A file of the user's; `null` if it is not there. */
  read(path: string): string | null
}

/** How a program's requests to its model are led through a meter. */
interface MeterSeam {
  /** Where they go now; each gets an address of its own. */
  upstreams: string[]
  /** What makes the program use these addresses instead, in the same order. */
  point(urls: string[]): Pointed
}

interface Pointed {
  env?: Record<string, string>
  args?: string[]
  /** Files it has to read for that, wherever they are. */
  reads?: string[]
}

/** `null`: as it is set up now, it cannot be done. */
export type MeterHook = (world: MeterWorld) => MeterSeam | null

interface Variable {
  /** Where the program goes if the variable is not set. `null`: somewhere that cannot be changed. */
  upstream: string | null
  /** Only if one of these is set: without them it logs in in another way, at another address. */
  needs?: string[]
  /** Set, they send it elsewhere. */
  unless?: string[]
}

/** For a program that takes the address of its model from one variable. */
export function byVariable(name: string, { upstream, needs, unless = [] }: Variable): MeterHook {
  return ({ env }) => {
    if (needs && !needs.some((each) => env[each])) return null
    if (unless.some((each) => isOn(env[each]))) return null
    const address = env[name] || upstream
    if (!address || !isWeb(address)) return null
    return { upstreams: [address], point: ([url = '']) => ({ env: { [name]: url } }) }
  }
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value.toLowerCase())
}

export function isWeb(address: string): boolean {
  return /^https?:\/\//i.test(address) && URL.canParse(address)
}
