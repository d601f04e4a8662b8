import { BlockList, isIP } from 'node:net'

/** Why a webhook may not be sent to an address, in words; `null`: it may. */

const LOOPBACK = ['127.0.0.0/8', '::1/128']
/** Within a company or a home. */
const INTERNAL = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7']

const NEVER = {
  'a link-local address': ['169.254.0.0/16', 'fe80::/10'],
  'the metadata service of a cloud': [
    '168.63.129.16/32',
    '100.100.100.200/32',
    '192.0.0.192/32',
    'fd00:ec2::254/128',
    'fd20:ce::254/128',
  ],
  'not the address of one host': ['0.0.0.0/8', '224.0.0.0/4', '240.0.0.0/4', '::/128', 'ff00::/8'],
  'a reserved address': [
    ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '198.18.0.0/15'],
    ...['198.51.100.0/24', '203.0.113.0/24', '::/96', '64:ff9b:1::/48', '100::/64'],
    ...['2001::/23', '2001:db8::/32', '2002::/16', 'fec0::/10'],
  ],
}

const loopback = listOf(LOOPBACK)
const internal = listOf(INTERNAL)
const never = Object.entries(NEVER).map(([what, ranges]) => ({ what, list: listOf(ranges) }))

export interface Hop {
  /** The host as the address names it, without brackets. */
  name: string
  /** The configured host itself, and not one that a redirect leads to. */
  own: boolean
}

/**
 * What the user wrote may be in their own network; where a redirect leads may not. A name must say itself that it is this
 * machine: one that merely resolves to it is refused.
 */
export function whyRefused(address: string, { name, own }: Hop): string | null {
  if (within(loopback, address)) return own && saysLoopback(name) ? null : 'an address of this machine'
  const found = never.find(({ list }) => within(list, address))
  if (found) return found.what
  return !own && within(internal, address) ? 'an address within your network' : null
}

function saysLoopback(name: string): boolean {
  return isIP(name) !== 0 || /^(?:.+\.)?localhost\.?$/i.test(name)
}

function within(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

function listOf(ranges: string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [net = '', bits = ''] = range.split('/')
    list.addSubnet(net, Number(bits), isIP(net) === 6 ? 'ipv6' : 'ipv4')
    // The same host, as a network without IPv4 spells it.
    if (isIP(net) === 4) list.addSubnet(`64:ff9b::${net}`, 96 + Number(bits), 'ipv6')
  }
  return list
}
