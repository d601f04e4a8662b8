import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLineSplitter } from '../../src/runtime/line-splitter.ts'

function split(chunks: Buffer[], maxLineBytes = 1024) {
  const lines: { line: string; truncated: boolean }[] = []
  const splitter = createLineSplitter(maxLineBytes, (line, truncated) => lines.push({ line, truncated }))
  for (const chunk of chunks) splitter.push(chunk)
  splitter.end()
  return {
    lines: lines.map(({ line }) => line),
    cut: lines.map(({ truncated }) => truncated),
    bytes: splitter.cutBytes,
  }
}

function inPieces(bytes: Buffer, size: number): Buffer[] {
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size))
  return pieces
}

describe('lines', () => {
  it('come out the same however the bytes were cut into chunks', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((line) => line.replace(/[\r\n]/g, ''))
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), fc.integer({ min: 1, max: 50 }), (lines, size) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
        expect(split(inPieces(bytes, size)).lines).toEqual(lines)
      }),
    )
  })

  it('keep a character whole that was split over chunks', () => {
    const bytes = Buffer.from('grüß 🙂 日本\n')
    for (let size = 1; size < 8; size++) expect(split(inPieces(bytes, size)).lines).toEqual(['grüß 🙂 日本'])
  })

  it('lose their carriage return, also when it came in another chunk', () => {
    expect(split([Buffer.from('a\r\nb\r'), Buffer.from('\nc\r\r\n')]).lines).toEqual(['a', 'b', 'c\r'])
  })

  it('include a last one that no newline ended, and no empty one after the last newline', () => {
    expect(split([Buffer.from('a\n\nb')]).lines).toEqual(['a', '', 'b'])
    expect(split([Buffer.from('a\n')]).lines).toEqual(['a'])
    expect(split([]).lines).toEqual([])
  })

  it('HO2: show invalid bytes as replacement characters and keep NUL', () => {
    const bytes = Buffer.from([0x61, 0xff, 0x00, 0xc3, 0x28, 0x0a])
    expect(split(inPieces(bytes, 1)).lines).toEqual(['a\ufffd\0\ufffd('])
  })

  it('of exactly the limit are whole, with a carriage return too', () => {
    const { lines, cut, bytes } = split(inPieces(Buffer.from('12345678\r\n12345678\n'), 3), 8)
    expect(lines).toEqual(['12345678', '12345678'])
    expect(cut).toEqual([false, false])
    expect(bytes).toBe(0)
  })

  it('over the limit are cut and flagged, and the next one is whole', () => {
    for (const size of [1, 4, 100]) {
      const { lines, cut, bytes } = split(inPieces(Buffer.from('123456789abc\nnext\n'), size), 8)
      expect(lines).toEqual(['12345678', 'next'])
      expect(cut).toEqual([true, false])
      expect(bytes).toBe(4)
    }
  })

  it('are not cut through a character', () => {
    expect(split([Buffer.from('1234567é\n')], 8).lines).toEqual(['1234567'])
    expect(split([Buffer.from('123456é9\n')], 8).lines).toEqual(['123456é'])
    expect(split([Buffer.from('12345🙂\n')], 8).lines).toEqual(['12345'])
  })
})
