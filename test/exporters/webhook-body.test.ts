import { describe, expect, test } from 'vitest'
import { formatFor, webhookBody } from '../../src/exporters/webhook-body.ts'
import { testNotice } from '../../src/report/notice.ts'

const notice = {
  ...testNotice('2026-01-01T00:00:00.000Z'),
  lines: ['<!channel> & @everyone', 'x'.repeat(3_000)],
}

describe('the body', () => {
  test.each([
    ['https://hooks.slack.com/services/x', 'slack'],
    ['https://hooks.slack-gov.com/services/x', 'slack'],
    ['https://discord.com/api/webhooks/x', 'discord'],
    ['https://ptb.discord.com/api/webhooks/x', 'discord'],
    ['https://discordapp.com/api/webhooks/x', 'discord'],
    ['https://example.org/slack.com', 'plain'],
    ['https://notslack.com/', 'plain'],
    ['https://slack.com.example.org/', 'plain'],
  ])('for %s is %s', (address, format) => {
    expect(formatFor(new URL(address), 'auto')).toBe(format)
  })

  test('is as the user says, whatever the host', () => {
    expect(formatFor(new URL('https://discord.com/x/slack'), 'slack')).toBe('slack')
    expect(formatFor(new URL('https://hooks.slack.com/x'), 'plain')).toBe('plain')
  })

  test('for Slack calls nobody: what would be a mention is text', () => {
    const { text } = JSON.parse(webhookBody(notice, 'slack'))
    expect(text).toContain('*wiggum: a test*\n&lt;!channel&gt; &amp; @everyone')
  })

  test('for Discord calls nobody and fits', () => {
    const body = JSON.parse(webhookBody(notice, 'discord'))
    expect(body.allowed_mentions).toEqual({ parse: [] })
    expect(body.content).toHaveLength(2_000)
    expect(body.content).toContain('**wiggum: a test**\n')
  })

  test('in plain is for programs', () => {
    expect(JSON.parse(webhookBody(notice, 'plain'))).toMatchObject({
      type: 'wiggum.test',
      timestamp: notice.at,
      data: { title: notice.title },
    })
  })
})
