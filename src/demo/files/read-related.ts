// Reads a multipart/related body: a file's metadata as JSON, then its bytes.
import { Buffer } from 'node:buffer'
import { ApiError } from '#shared/schemas/api-error'

interface RelatedFile {
  readonly metadata: string
  readonly mimeType: string | undefined
  readonly bytes: Buffer
}

/** Throws an `ApiError` that says what is missing. */
export function readRelated(whole: Uint8Array, contentType: string): RelatedFile {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType)
  const mark = boundary?.[1] ?? boundary?.[2]
  if (!mark || !/^multipart\//i.test(contentType))
    throw new ApiError('INVALID_ARGUMENT', 'Content-Type: must be multipart/related with a boundary.')
  const [first, second] = splitParts(Buffer.from(whole.buffer, whole.byteOffset, whole.length), mark)
  if (!first || !second)
    throw new ApiError(
      'INVALID_ARGUMENT',
      "The multipart body must hold two parts, the file's metadata as JSON and then its bytes, and end with its boundary.",
    )
  const mimeType = /^content-type:\s*(.+)$/im.exec(second.head)?.[1]?.trim()
  return { metadata: first.body.toString('utf8'), mimeType, bytes: second.body }
}

/** Only parts that are whole: up to the next boundary. */
function splitParts(whole: Buffer, mark: string): { head: string; body: Buffer }[] {
  const parts: { head: string; body: Buffer }[] = []
  let start = whole.indexOf(`--${mark}`)
  while (start >= 0) {
    const next = whole.indexOf(`\r\n--${mark}`, start + 2)
    const head = whole.indexOf('\r\n\r\n', start)
    if (next < 0 || head < 0 || head > next) break
    parts.push({ head: whole.toString('latin1', start, head), body: whole.subarray(head + 4, next) })
    start = next + 2
  }
  return parts
}
