// Finds secrets in files that are texts. Images, audio and video are not searched.
import type { ExchangeFile } from '#shared/schemas/exchange'
import { isText } from '#shared/wire/is-text'

/** Characters at the start of a file that tell whether it is a text. */
const headLength = 1024
/** Characters of a text that are searched; a longer one is not retained. */
const maxSearched = 4 * 1_048_576

export function mayHoldSecret(file: ExchangeFile, redact: (text: string) => string): boolean {
  if (!isText(read(file, headLength))) return false
  const length = file.chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  if (length > maxSearched) return true
  const text = read(file, length).toString('utf8')
  return redact(text) !== text
}

/** The first characters or bytes, decoded. */
function read({ isBase64, chunks }: ExchangeFile, length: number): Buffer {
  const [first = new Uint8Array()] = chunks
  const isEnough = first.length >= length
  const sent = isEnough ? Buffer.from(first.subarray(0, length)) : Buffer.concat(chunks).subarray(0, length)
  return isBase64 ? Buffer.from(sent.toString('latin1').replaceAll('\\/', '/'), 'base64') : sent
}
