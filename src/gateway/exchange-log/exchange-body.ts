// Collects a body for the exchange log: its text up to a limit, with long Base64 replaced by marks.
import { maxLoggedChars } from '#shared/exchange/body-marks'
import { toBuffer } from '../bytes'
import { type RetainedFiles, retainNone } from './retained-files'

/** Base64 at least this long is media, not text. */
const minRunLength = 256
const sliceLength = 65_536
const quote = 0x22
const backslash = 0x5c
/** Bytes of the end of a body that is longer than what is kept of it: a response's usage may be there. */
const endLength = 1024
/** Parts that are stored without a copy. */
const maxSharedParts = 4
const decoder = new TextDecoder()

export class BodyTap {
  /** Length of the whole body, logged or not. */
  bytes = 0
  readonly #parts: Uint8Array[] = []
  readonly #files: RetainedFiles
  #loggedBytes = 0
  /** The current run of Base64, whose bytes are skipped. */
  #run: ReturnType<RetainedFiles['startRun']> | undefined
  #hasRuns = false
  #end: Uint8Array = new Uint8Array()

  constructor(files = retainNone) {
    this.#files = files
  }

  /** The bytes must not change afterwards. */
  add(chunk: Uint8Array): void {
    this.bytes += chunk.length
    for (let start = 0; start < chunk.length && this.#loggedBytes < maxLoggedChars; start += sliceLength) {
      this.#addSlice(chunk.length <= sliceLength ? chunk : chunk.subarray(start, start + sliceLength))
    }
    if (this.#loggedBytes >= maxLoggedChars)
      this.#end = Buffer.concat([this.#end, chunk.subarray(-endLength)]).subarray(-endLength)
  }

  /** Returns the last bytes of a body that is longer than what is kept of it; empty for any other. */
  endText(): string {
    return decoder.decode(this.#end)
  }

  /** Returns the start of the body from the first occurrence of `marker`, without media; empty if it doesn’t occur. */
  textFrom(marker: Buffer): string {
    const bytes = this.#join()
    const at = bytes.indexOf(marker)
    return at < 0 ? '' : bytes.toString('utf8', at)
  }

  /** To be called once. */
  text(): string {
    this.#endRun()
    const text = decoder.decode(this.#join())
    return shorten(this.#hasRuns ? joinRuns(text, this.#files) : text, this.#files)
  }

  #join(): Buffer {
    const [first] = this.#parts
    return this.#parts.length === 1 && first ? toBuffer(first) : Buffer.concat(this.#parts)
  }

  #addSlice(slice: Uint8Array): void {
    let rest = slice
    if (this.#run) {
      const end = endOfRun(slice)
      this.#files.addTo(this.#run, end < 0 ? slice : slice.subarray(0, end))
      if (end < 0) return
      this.#endRun()
      rest = slice.subarray(end)
    }
    const tail = rest.length < minRunLength ? rest.length : startOfRun(rest, rest.lastIndexOf(quote) + 1)
    const runs = rest.length - tail >= minRunLength && isBase64(rest.subarray(tail))
    this.#append(runs ? rest.subarray(0, tail) : rest)
    if (!runs) return
    this.#run = this.#files.startRun()
    this.#files.addTo(this.#run, rest.subarray(tail))
  }

  #endRun(): void {
    if (!this.#run) return
    this.#hasRuns = true
    this.#append(Buffer.from(this.#files.endRun(this.#run)))
    this.#run = undefined
  }

  /** Many small parts are copied, because each might retain a whole read buffer of its socket. */
  #append(bytes: Uint8Array): void {
    this.#parts.push(this.#parts.length < maxSharedParts ? bytes : Buffer.from(bytes))
    this.#loggedBytes += bytes.length
  }
}

/** Replaces long Base64 in quotes by marks, and cuts the text at the limit. */
export function shorten(text: string, files = retainNone, limit = maxLoggedChars): string {
  if (!mayHoldMedia(text)) return text.slice(0, limit)
  let result = ''
  let copied = 0
  let start = 0
  while (start < text.length && result.length + start - copied < limit) {
    const next = text.indexOf('"', start)
    const close = next < 0 ? text.length : next
    // A quote may be escaped, and its backslash is not part of the run.
    const end = text.charCodeAt(close - 1) === backslash ? close - 1 : close
    const from = text.startsWith('data:', start)
      ? skipHead(text.slice(start, start + maxHead)) + start
      : start
    if (end - from >= minRunLength && isBase64Text(text, from, end)) {
      const run = files.startRun()
      files.addTo(run, text.slice(from, end))
      result += text.slice(copied, from) + files.endRun(run)
      copied = end
    }
    start = close + 1
  }
  return (result + text.slice(copied, start)).slice(0, limit)
}

/** Merges the start of a run into the mark after it, if a slice ended shortly after that start. */
function joinRuns(text: string, files: RetainedFiles): string {
  return text.replace(
    /("|;base64,)([\w+/=\\-]{1,255})<(\d+) characters of Base64(?:, file ([\w-]+\/\d+))?>/g,
    // biome-ignore lint/complexity/useMaxParams: the signature of the callback.
    (_, lead: string, start: string, skipped: string, reference: string | undefined) =>
      lead + files.extendRun(reference, start, Number(skipped)),
  )
}

/** Characters of a data URL before its Base64. */
const maxHead = 100
const headEnd = ';base64,'

/** Returns the length of the head of a data URL; 0 if it has none. A slice may start within the head. */
function skipHead(text: string): number {
  const length = text.indexOf(',') + 1
  const head = text.slice(0, length)
  return head !== '' && (head.endsWith(headEnd) || headEnd.endsWith(head)) ? length : 0
}

function startOfRun(bytes: Uint8Array, start: number): number {
  return start + skipHead(toBuffer(bytes.subarray(start, start + maxHead)).toString('latin1'))
}

/** Samples the text: a long run covers at least one sample, prose hardly ever does. */
function mayHoldMedia(text: string): boolean {
  const reach = minRunLength / 4
  for (let at = reach; at + reach <= text.length; at += minRunLength / 2) {
    let near = -reach
    while (near < reach && isBase64Code(text.charCodeAt(at + near))) near += 1
    if (near === reach) return true
  }
  return false
}

/** Both ends of a run are enough: prose and JSON have a space or a bracket within any 64 characters. */
const sample = 64

function endOfRun(slice: Uint8Array): number {
  const close = slice.indexOf(quote)
  return close > 0 && slice[close - 1] === backslash ? close - 1 : close
}

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

/** Includes the backslash, because services escape slashes or line breaks. */
function isBase64Code(code: number): boolean {
  const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
  const isSymbol = code === 43 || code === 45 || code === 61 || code === 95 || code === backslash
  return isLetter || (code >= 47 && code <= 57) || isSymbol
}
