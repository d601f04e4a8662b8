const MASK = 2 ** 32
const LOW_PRIME = 0x1b3

/** FNV-1a, 64 bits, of the text's UTF-8 bytes, as 16 hex digits. The prime is 2^40 + 0x1b3, worked in two halves. */
export function fnv1a64(text: string): string {
  let high = 0xcbf29ce4
  let low = 0x84222325
  for (const byte of new TextEncoder().encode(text)) {
    low = (low ^ byte) >>> 0
    const product = low * LOW_PRIME
    high = (high * LOW_PRIME + Math.floor(product / MASK) + ((low << 8) >>> 0)) % MASK
    low = product % MASK
  }
  return hex(high) + hex(low)
}

function hex(half: number): string {
  return half.toString(16).padStart(8, '0')
}
