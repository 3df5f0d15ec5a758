// Decodes Base64 as clients write it, and encodes it again to the same characters.
import type { BodyMark, MarkKind } from '#shared/exchange/body-marks'

interface DecodedRun {
  readonly kind: MarkKind
  readonly bytes: Buffer
}

/** Returns null if the text is not Base64. */
export function decodeRun(text: string): DecodedRun | null {
  const kind = /[-_]/.test(text) ? 'base64url' : text.includes('\\/') ? 'escaped' : 'base64'
  const bytes = Buffer.from(text.replaceAll('\\/', '/'), 'base64')
  if (encodeRun(bytes, { kind, length: text.length }) === text) return { kind, bytes }
  // Line breaks, which are escaped in JSON. Where they were is not known later.
  const joined = text.replace(/\\[nr]/g, '').replaceAll('\\/', '/')
  return /^[\w+/=-]*$/.test(joined) ? { kind: 'other', bytes: Buffer.from(joined, 'base64') } : null
}

/** Returns null if the bytes can't be written in this form with this length. */
export function encodeRun(bytes: Buffer, { kind, length }: Pick<BodyMark, 'kind' | 'length'>): string | null {
  if (kind === 'other' || kind === 'bytes') return null
  const bare = bytes.toString('base64url')
  const unpadded = kind === 'base64url' ? bare : bytes.toString('base64').slice(0, bare.length)
  const text = kind === 'escaped' ? unpadded.replaceAll('/', '\\/') : unpadded
  const padded = text + '='.repeat((4 - (bare.length % 4)) % 4)
  return [text, padded].find((each) => each.length === length) ?? null
}
