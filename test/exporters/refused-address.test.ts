import { describe, expect, test } from 'vitest'
import { whyRefused } from '../../src/exporters/refused-address.ts'

const OWN = { name: 'hook.test', own: true }
const ELSEWHERE = { name: 'hook.test', own: false }

describe('addresses', () => {
  test.each([
    '93.184.216.34',
    '1.1.1.1',
    '2606:4700::1111',
    '64:ff9b::101:101',
    '172.32.0.1',
    '169.253.255.255',
    '100.128.0.1',
    '11.0.0.0',
  ])('%s is open to everybody', (address) => {
    expect([whyRefused(address, OWN), whyRefused(address, ELSEWHERE)]).toEqual([null, null])
  })

  test.each([
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.255.255',
    '100.64.0.1',
    'fd12::1',
    '::ffff:10.0.0.1',
  ])('%s is reached where the user named the host, and by no redirect', (address) => {
    expect(whyRefused(address, OWN)).toBeNull()
    expect(whyRefused(address, ELSEWHERE)).toBe('an address within your network')
  })

  test.each([
    '169.254.0.0',
    '169.254.255.255',
    'fe80::1',
    'febf::1',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    'fe80::1%eth0',
  ])('%s is link-local', (address) => {
    expect(whyRefused(address, OWN)).toBe('a link-local address')
  })

  test.each(['168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'])(
    '%s is a metadata service',
    (address) => {
      expect(whyRefused(address, OWN)).toBe('the metadata service of a cloud')
    },
  )

  test.each(['0.0.0.0', '224.0.0.1', '255.255.255.255', '240.0.0.1', '::', 'ff02::1'])(
    '%s is no host',
    (address) => {
      expect(whyRefused(address, OWN)).toBe('not the address of one host')
    },
  )

  test.each([
    '192.0.2.1',
    '198.18.0.1',
    '203.0.113.9',
    '2001:db8::1',
    '2001::1',
    '2002:a9fe:a9fe::1',
    '::a9fe:a9fe',
    'fec0::1',
  ])('%s is reserved', (address) => {
    expect(whyRefused(address, OWN)).toBe('a reserved address')
  })

  test.each(['127.0.0.1', '127.255.255.255', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1'])(
    '%s is this machine: only a name that says so leads there',
    (address) => {
      for (const name of ['localhost', 'LOCALHOST', 'a.localhost', 'localhost.', '127.0.0.1', '::1'])
        expect(whyRefused(address, { name, own: true })).toBeNull()
      for (const name of ['hook.test', 'notlocalhost', 'localhost.test'])
        expect(whyRefused(address, { name, own: true })).toBe('an address of this machine')
      expect(whyRefused(address, { name: 'localhost', own: false })).toBe('an address of this machine')
    },
  )
})
