import { expect, test } from 'vitest'
import { redirectTarget } from '../../src/exporters/webhook-try.ts'

test.each([
  ['http://a.test/x', '/y', 'http://a.test/y'],
  ['http://a.test/x', 'http://b.test/', 'http://b.test/'],
  ['http://a.test/x', 'https://b.test/', 'https://b.test/'],
  ['https://a.test/x', '//b.test/', 'https://b.test/'],
  ['https://a.test/x', 'http://a.test/x', 'redirects from https to http'],
  ['https://a.test/x', 'file:///etc/passwd', 'redirects from https to file'],
  ['http://a.test/x', 'javascript:1', 'redirects from http to javascript'],
  ['http://a.test/x', 'http://[', 'redirects to nowhere'],
  ['http://a.test/x', null, 'redirects to nowhere'],
])('from %s, %j leads to %s', (from, location, to) => {
  expect(String(redirectTarget(location, new URL(from)))).toBe(to)
})
