// Keeps of a body what the exchange log shows: its text up to a limit, with the length of long Base64 in its place.

/** Characters of a body that the log keeps. */
export const mostKept = 262_144

/** Base64 this long is media, not text. */
const longRun = 256
const sliceLength = 65_536
const quote = 0x22

export class BodyTap {
  /** Of the whole body, kept or not. */
  bytes = 0
  readonly #parts: Buffer[] = []
  #kept = 0
  /** Bytes skipped of the Base64 that the body is in the middle of. */
  #skipped = 0

  /** Copies what it keeps: the bytes stay the caller's. */
  add(chunk: Uint8Array): void {
    this.bytes += chunk.length
    for (let start = 0; start < chunk.length && this.#kept < mostKept; start += sliceLength) {
      this.#addSlice(chunk.subarray(start, start + sliceLength))
    }
  }

  text(): string {
    this.#endRun()
    const [only] = this.#parts
    const bytes = this.#parts.length === 1 && only ? only : Buffer.concat(this.#parts)
    return shorten(bytes.toString('utf8'))
  }

  #addSlice(slice: Uint8Array): void {
    let rest = slice
    if (this.#skipped > 0) {
      const end = slice.indexOf(quote)
      this.#skipped += end < 0 ? slice.length : end
      if (end < 0) return
      this.#endRun()
      rest = slice.subarray(end)
    }
    const tail = rest.lastIndexOf(quote) + 1
    const runs = rest.length - tail >= longRun && isBase64(rest.subarray(tail))
    this.#keep(runs ? rest.subarray(0, tail) : rest)
    if (runs) this.#skipped = rest.length - tail
  }

  #endRun(): void {
    if (this.#skipped > 0) this.#keep(Buffer.from(toMark(this.#skipped)))
    this.#skipped = 0
  }

  #keep(bytes: Uint8Array): void {
    this.#parts.push(Buffer.from(bytes))
    this.#kept += bytes.length
  }
}

/** Long Base64 between quotes becomes its length; what goes beyond the limit is cut. */
export function shorten(text: string, limit = mostKept): string {
  if (text.length < longRun) return text.slice(0, limit)
  let kept = ''
  let copied = 0
  let start = 0
  while (start < text.length && kept.length + start - copied < limit) {
    const next = text.indexOf('"', start)
    const end = next < 0 ? text.length : next
    if (end - start >= longRun && isBase64Text(text, start, end)) {
      kept += text.slice(copied, start) + toMark(end - start)
      copied = end
    }
    start = end + 1
  }
  return (kept + text.slice(copied, start)).slice(0, limit)
}

function toMark(length: number): string {
  return `<${length} characters of Base64>`
}

/** The ends of a run tell enough: prose and JSON have a space or a bracket within any 64 characters. */
const sample = 64

function isBase64(bytes: Uint8Array): boolean {
  return bytes.subarray(0, sample).every(isBase64Code) && bytes.subarray(-sample).every(isBase64Code)
}

function isBase64Text(text: string, start: number, end: number): boolean {
  for (let offset = 0; offset < sample; offset += 1) {
    if (!isBase64Code(text.charCodeAt(start + offset)) || !isBase64Code(text.charCodeAt(end - 1 - offset)))
      return false
  }
  return true
}

function isBase64Code(code: number): boolean {
  const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
  return isLetter || (code >= 47 && code <= 57) || code === 43 || code === 45 || code === 61 || code === 95
}
