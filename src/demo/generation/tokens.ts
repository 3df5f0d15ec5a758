// The demo service's tokens: word fragments, digits and punctuation, which add up to the text.

const token =
  /\s*(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}]{1,7}|\p{N}{1,3}|[^\s])|\s+$/gu

/** Longer texts are estimated, because counting must not block other requests. */
const maxCountedCharacters = 200_000

function splitTokens(text: string): string[] {
  return text.match(token) ?? []
}

export function countTokens(text: string): number {
  if (text.length > maxCountedCharacters) return Math.ceil(text.length / 4)
  return splitTokens(text).length
}

/** The first `count` tokens of a text. */
export function firstTokens(text: string, count: number): string {
  return splitTokens(text).slice(0, count).join('')
}

/** Groups a text into chunks of `size` tokens. */
export function* splitChunks(text: string, size: number): Generator<{ text: string; tokens: number }> {
  const tokens = splitTokens(text)
  for (let start = 0; start < tokens.length; start += size) {
    const group = tokens.slice(start, start + size)
    yield { text: group.join(''), tokens: group.length }
  }
}

export type Modality = 'TEXT' | 'IMAGE' | 'VIDEO' | 'AUDIO' | 'DOCUMENT'

export function modalityOf(mimeType: string): Modality {
  if (mimeType.startsWith('image/')) return 'IMAGE'
  if (mimeType.startsWith('video/')) return 'VIDEO'
  if (mimeType.startsWith('audio/')) return 'AUDIO'
  return 'DOCUMENT'
}

/** 258 for an image, like in the vendor API. For others, bytes approximate the unknown duration. */
export function countMediaTokens(modality: Modality, bytes: number): number {
  if (modality === 'IMAGE') return 258
  const bytesPerToken = modality === 'VIDEO' ? 700 : modality === 'AUDIO' ? 500 : 60
  return Math.max(1, Math.ceil(bytes / bytesPerToken))
}
