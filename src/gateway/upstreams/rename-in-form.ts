// Renames the model in a multipart form while streaming it; every other byte is unchanged.
import type { HttpBody, HttpHeaders } from '#shared/wire/http'
import { streamBody } from '#shared/wire/read-body'
import type { ModelNames } from './vendor-models'

interface RenamedForm {
  readonly body: AsyncIterable<Uint8Array>
  /** Bytes by which the form is longer; null if its model was not found yet. */
  readonly lengthChange: number | null
  /** Both names, once the model was found. */
  readonly names: () => ModelNames | undefined
  /** Releases the client's form if `body` is not read. */
  readonly cancel: () => Promise<void>
}

/** Bytes of the form that are read before anything is sent, to compute its new length. */
const maxLookahead = 65_536
/** The headers of a part and the name of a model are never this long; beyond it the search stops. */
const maxHeadLength = 16_384
const maxNameLength = 1024

/**
 * A body without a boundary is not a form and is streamed unchanged. An error of `rename` rejects, or cuts off the form if a
 * part of it was read before.
 */
export async function renameInForm(
  body: HttpBody,
  contentType: string,
  rename: (model: string) => string | Promise<string>,
): Promise<RenamedForm> {
  const renamer = new FormRenamer(readBoundary(contentType), rename)
  const rest = streamBody(body)[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let length = 0
  let ended = false
  try {
    while (!renamer.isDecided && !ended && length < maxLookahead) {
      const step = await rest.next()
      ended = step.done === true
      first.push(...(step.done ? renamer.end() : await renamer.read(step.value)))
      length += step.done ? 0 : step.value.length
    }
  } catch (error) {
    await rest.return?.()
    throw error
  }
  return {
    body: streamForm({ first, rest, ended, renamer }),
    lengthChange: renamer.isDecided ? renamer.lengthChange : null,
    names: () => renamer.names,
    cancel: async () => void (await rest.return?.()),
  }
}

interface StartedForm {
  readonly first: Uint8Array[]
  readonly rest: AsyncIterator<Uint8Array>
  readonly ended: boolean
  readonly renamer: FormRenamer
}

async function* streamForm({
  first,
  rest,
  ended,
  renamer,
}: StartedForm): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* first.splice(0)
    if (ended) return
    for (let step = await rest.next(); !step.done; step = await rest.next())
      yield* await renamer.read(step.value)
    yield* renamer.end()
  } finally {
    await rest.return?.()
  }
}

/** Finds the first field `model`; buffers part headers, a model name or part of a boundary, never a file. */
class FormRenamer {
  names: ModelNames | undefined
  lengthChange = 0
  #buffered: Buffer
  #state: 'between' | 'head' | 'name' | 'done'
  readonly #delimiter: Buffer
  readonly #rename: (model: string) => string | Promise<string>
  /** Bytes of the line break that a form's first boundary lacks: added before it here, but never sent. */
  #unsent = 2

  constructor(boundary: string | undefined, rename: (model: string) => string | Promise<string>) {
    this.#delimiter = Buffer.from(`\r\n--${boundary ?? ''}`)
    this.#buffered = Buffer.from('\r\n')
    this.#state = boundary === undefined ? 'done' : 'between'
    this.#rename = rename
  }

  /** True if the model was found, or the search has ended. */
  get isDecided(): boolean {
    return this.#state === 'done'
  }

  async read(chunk: Uint8Array): Promise<Uint8Array[]> {
    if (this.#state === 'done') return [chunk]
    this.#buffered = Buffer.concat([this.#buffered, chunk])
    const out: Uint8Array[] = []
    while (await this.#step(out)) {}
    return out
  }

  end(): Uint8Array[] {
    const out: Uint8Array[] = []
    if (this.#state !== 'done') this.#passThrough(out)
    return out
  }

  #step(out: Uint8Array[]): boolean | Promise<boolean> {
    if (this.#state === 'between') return this.#passPart(out)
    if (this.#state === 'head') return this.#readHead(out)
    if (this.#state === 'name') return this.#readName(out)
    return false
  }

  #passPart(out: Uint8Array[]): boolean {
    const at = this.#buffered.indexOf(this.#delimiter)
    if (at >= 0) {
      this.#release(at + this.#delimiter.length, out)
      this.#state = 'head'
      return true
    }
    this.#release(Math.max(0, this.#buffered.length - this.#delimiter.length + 1), out)
    return false
  }

  #readHead(out: Uint8Array[]): boolean {
    if (this.#buffered.subarray(0, 2).equals(Buffer.from('--'))) return this.#passThrough(out)
    const end = this.#buffered.indexOf('\r\n\r\n')
    if (end < 0) return this.#buffered.length > maxHeadLength ? this.#passThrough(out) : false
    const head = this.#buffered.toString('latin1', 0, end)
    this.#release(end + 4, out)
    this.#state = namesModel(head) ? 'name' : 'between'
    return true
  }

  async #readName(out: Uint8Array[]): Promise<boolean> {
    const end = this.#buffered.indexOf(this.#delimiter)
    const isTooLong = (end < 0 ? this.#buffered.length - this.#delimiter.length : end) > maxNameLength
    if (isTooLong) return this.#passThrough(out)
    if (end < 0) return false
    const requested = this.#buffered.toString('utf8', 0, end)
    const sent = await this.#rename(requested)
    this.names = { requested: requested, sent }
    const name = sent === requested ? this.#buffered.subarray(0, end) : Buffer.from(sent)
    this.lengthChange = name.length - end
    out.push(name)
    this.#buffered = this.#buffered.subarray(end)
    return this.#passThrough(out)
  }

  #passThrough(out: Uint8Array[]): false {
    this.#release(this.#buffered.length, out)
    this.#state = 'done'
    return false
  }

  #release(count: number, out: Uint8Array[]): void {
    const start = Math.min(this.#unsent, count)
    this.#unsent -= start
    if (count > start) out.push(this.#buffered.subarray(start, count))
    this.#buffered = this.#buffered.subarray(count)
  }
}

function namesModel(head: string): boolean {
  const line = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? ''
  return /;\s*name=(?:"model"|model)\s*(?:;|$)/i.test(line) && !/;\s*filename\*?=/i.test(line)
}

function readBoundary(contentType: string): string | undefined {
  const found = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType)
  return found?.[1] ?? found?.[2]
}

/** If the new length is unknown, the form is sent in chunks. */
export function withLengthChange(headers: HttpHeaders, lengthChange: number | null): HttpHeaders {
  const { 'content-length': contentLength, ...others } = headers
  if (contentLength === undefined || lengthChange === null) return others
  return { ...others, 'content-length': String(Number(contentLength) + lengthChange) }
}
