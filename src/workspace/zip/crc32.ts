// The checksum of ZIP entries and PNG chunks (ISO 3309); Node has it only since 20.15.

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

/** `before` is the checksum of the bytes before these. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let sum = ~before
  for (let at = 0; at < bytes.length; at += 1)
    sum = (table[(sum ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (sum >>> 8)
  return ~sum >>> 0
}
