// Finds the file in a form that was retained as it passed, so that the log has the form around it as text.
import type { RetainedStream, Span } from './retained-files'

interface FormFile {
  /** The form's bytes as text, before and after the file. */
  readonly before: string
  readonly after: string
  readonly mimeType: string
  /** The file's position. */
  readonly span: Span
}

/** Bytes of a form before and after its file that the log can have. */
const maxFraming = 65_536

/** `bytes`: the size of the form's only file. Undefined if the form is incomplete, or was not retained. */
export function findFormFile(stream: RetainedStream, bytes: number | undefined): FormFile | undefined {
  const head = readText(stream, { start: 0, end: maxFraming }, 'latin1')
  const header = head?.search(/content-disposition:[^\r\n]*;\s*filename\*?=/i) ?? -1
  if (!head || header < 0 || bytes === undefined) return undefined
  const blank = head.indexOf('\r\n\r\n', header)
  const start = blank + 4
  const end = start + bytes
  if (blank < 0 || stream.length - end > maxFraming) return undefined
  const before = readText(stream, { start: 0, end: start })
  const after = readText(stream, { start: end, end: stream.length })
  if (before === undefined || !after?.startsWith('\r\n--')) return undefined
  const part = head.slice(head.lastIndexOf('\r\n--', header), blank)
  const mimeType = /\r\ncontent-type:\s*([^\r\n;]*)/i.exec(part)?.[1] ?? ''
  return { before, after, mimeType, span: { start, end } }
}

function readText(stream: RetainedStream, span: Span, encoding: BufferEncoding = 'utf8'): string | undefined {
  const chunks = stream.slice(span)
  return chunks ? Buffer.concat(chunks).toString(encoding) : undefined
}
