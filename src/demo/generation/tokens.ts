// Tokens as the demo service counts them: pieces of words, digits and signs, whose concatenation is the text.

const token =
  /\s*(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}]{1,7}|\p{N}{1,3}|[^\s])|\s+$/gu

/** Longer texts are estimated: counting must not hold up other requests. */
const countLimit = 200_000

function splitTokens(text: string): string[] {
  return text.match(token) ?? []
}

export function countTokens(text: string): number {
  if (text.length > countLimit) return Math.ceil(text.length / 4)
  return splitTokens(text).length
}

/** The first `count` tokens of a text. */
export function firstTokens(text: string, count: number): string {
  return splitTokens(text).slice(0, count).join('')
}

/** Groups a text into pieces of `size` tokens. */
export function* splitPieces(text: string, size: number): Generator<{ text: string; tokens: number }> {
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

/** An image costs 258 tokens as upstream; for the others the bytes stand in for the seconds, which have not been read yet. */
export function countMediaTokens(modality: Modality, bytes: number): number {
  if (modality === 'IMAGE') return 258
  const bytesPerToken = modality === 'VIDEO' ? 700 : modality === 'AUDIO' ? 500 : 60
  return Math.max(1, Math.ceil(bytes / bytesPerToken))
}
