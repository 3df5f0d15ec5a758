// Decodes Base64 as clients write it, and encodes it again to the same characters.
import type { BodyMark, MarkKind } from '#shared/exchange/body-marks'

interface DecodedRun {
  readonly kind: MarkKind
  readonly bytes: Buffer
}

/** Returns null if the text is not Base64. */
export function decodeRun(text: string): DecodedRun | null {
  // Texts of several megabytes: searching for one character is far faster than a pattern.
  const isForUrls = text.includes('-') || text.includes('_')
  const kind = isForUrls ? 'base64url' : text.includes('\\/') ? 'escaped' : 'base64'
  const bytes = Buffer.from(text.replaceAll('\\/', '/'), 'base64')
  if (encodeRun(bytes, { kind, length: text.length }) === text) return { kind, bytes }
  // Line breaks, which are escaped in JSON. Where they were is not known later.
  const joined = text.replace(/\\[nr]/g, '').replaceAll('\\/', '/')
  return /^[\w+/=-]*$/.test(joined) ? { kind: 'other', bytes: Buffer.from(joined, 'base64') } : null
}

/** Returns null if the bytes can't be written in this form with this length. */
export function encodeRun(bytes: Buffer, { kind, length }: Pick<BodyMark, 'kind' | 'length'>): string | null {
  if (kind === 'other' || kind === 'bytes') return null
  const bare = Math.ceil((bytes.length * 4) / 3)
  const unpadded = bytes.toString(kind === 'base64url' ? 'base64url' : 'base64').slice(0, bare)
  const text = kind === 'escaped' ? unpadded.replaceAll('/', '\\/') : unpadded
  const padded = text + '='.repeat((4 - (bare % 4)) % 4)
  return [text, padded].find((each) => each.length === length) ?? null
}
