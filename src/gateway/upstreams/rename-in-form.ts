// Renames the model that a multipart form names while the form flows past; every other byte goes on as it came.
import type { HttpBody } from '#shared/wire/http'
import { streamBody } from '#shared/wire/read-body'
import type { ModelNames } from './vendor-models'

export interface RenamedForm {
  readonly body: AsyncIterable<Uint8Array>
  /** Bytes by which the form has grown; null if its model has not come yet. */
  readonly growth: number | null
  /** Both names, as soon as the model has come by. */
  readonly names: () => ModelNames | undefined
  /** Lets go of the caller's form where nobody reads the body. */
  readonly leave: () => Promise<void>
}

/** The form's beginning that is read before anything is sent, so that its new length can be told. */
const beginning = 65_536
/** A part's headers and a model's name are never this long; past it nothing is looked for any more. */
const maxHeadLength = 16_384
const maxNameLength = 1024

/** A body without a boundary, which no form is, goes on as it came. */
export async function renameInForm(
  body: HttpBody,
  contentType: string,
  rename: (model: string) => string,
): Promise<RenamedForm> {
  const renamer = new FormRenamer(readBoundary(contentType), rename)
  const rest = streamBody(body)[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let length = 0
  let ended = false
  while (!renamer.isDecided && !ended && length < beginning) {
    const step = await rest.next()
    ended = step.done === true
    first.push(...(step.done ? renamer.end() : renamer.read(step.value)))
    length += step.done ? 0 : step.value.length
  }
  return {
    body: goOn({ first, rest, ended, renamer }),
    growth: renamer.isDecided ? renamer.growth : null,
    names: () => renamer.names,
    leave: async () => void (await rest.return?.()),
  }
}

interface Begun {
  readonly first: Uint8Array[]
  readonly rest: AsyncIterator<Uint8Array>
  readonly ended: boolean
  readonly renamer: FormRenamer
}

async function* goOn({ first, rest, ended, renamer }: Begun): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* first.splice(0)
    if (ended) return
    for (let step = await rest.next(); !step.done; step = await rest.next()) yield* renamer.read(step.value)
    yield* renamer.end()
  } finally {
    await rest.return?.()
  }
}

/** Looks for the first field `model`; holds a part's headers, a model's name or a piece of a boundary, never a file. */
class FormRenamer {
  names: ModelNames | undefined
  growth = 0
  #held: Buffer
  #state: 'between' | 'head' | 'name' | 'done'
  readonly #delimiter: Buffer
  readonly #rename: (model: string) => string
  /** Bytes of the line break that a form's first boundary lacks: set before it here, and not let go. */
  #unsent = 2

  constructor(boundary: string | undefined, rename: (model: string) => string) {
    this.#delimiter = Buffer.from(`\r\n--${boundary ?? ''}`)
    this.#held = Buffer.from('\r\n')
    this.#state = boundary === undefined ? 'done' : 'between'
    this.#rename = rename
  }

  /** The model has come by, or none is looked for any more. */
  get isDecided(): boolean {
    return this.#state === 'done'
  }

  read(chunk: Uint8Array): Uint8Array[] {
    if (this.#state === 'done') return [chunk]
    this.#held = Buffer.concat([this.#held, chunk])
    const out: Uint8Array[] = []
    while (this.#step(out)) {}
    return out
  }

  end(): Uint8Array[] {
    const out: Uint8Array[] = []
    if (this.#state !== 'done') this.#giveUp(out)
    return out
  }

  /** False where more bytes are needed, or none are held. */
  #step(out: Uint8Array[]): boolean {
    if (this.#state === 'between') return this.#passPart(out)
    if (this.#state === 'head') return this.#readHead(out)
    if (this.#state === 'name') return this.#readName(out)
    return false
  }

  #passPart(out: Uint8Array[]): boolean {
    const at = this.#held.indexOf(this.#delimiter)
    if (at >= 0) {
      this.#let(at + this.#delimiter.length, out)
      this.#state = 'head'
      return true
    }
    this.#let(Math.max(0, this.#held.length - this.#delimiter.length + 1), out)
    return false
  }

  #readHead(out: Uint8Array[]): boolean {
    if (this.#held.subarray(0, 2).equals(Buffer.from('--'))) return this.#giveUp(out)
    const end = this.#held.indexOf('\r\n\r\n')
    if (end < 0) return this.#held.length > maxHeadLength ? this.#giveUp(out) : false
    const head = this.#held.toString('latin1', 0, end)
    this.#let(end + 4, out)
    this.#state = namesModel(head) ? 'name' : 'between'
    return true
  }

  #readName(out: Uint8Array[]): boolean {
    const end = this.#held.indexOf(this.#delimiter)
    const isTooLong = (end < 0 ? this.#held.length - this.#delimiter.length : end) > maxNameLength
    if (isTooLong) return this.#giveUp(out)
    if (end < 0) return false
    const asked = this.#held.toString('utf8', 0, end)
    const sent = this.#rename(asked)
    this.names = { asked, sent }
    const name = sent === asked ? this.#held.subarray(0, end) : Buffer.from(sent)
    this.growth = name.length - end
    out.push(name)
    this.#held = this.#held.subarray(end)
    return this.#giveUp(out)
  }

  /** Nothing more is looked for: all that is held goes on. */
  #giveUp(out: Uint8Array[]): false {
    this.#let(this.#held.length, out)
    this.#state = 'done'
    return false
  }

  #let(count: number, out: Uint8Array[]): void {
    const start = Math.min(this.#unsent, count)
    this.#unsent -= start
    if (count > start) out.push(this.#held.subarray(start, count))
    this.#held = this.#held.subarray(count)
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
