// Finds strings in the bytes of a JSON document and replaces them without changing any other byte.
import { joinChunks, LoopShare } from './bytes'

interface JsonStringFilter {
  /** Names of the properties to find. */
  readonly names: ReadonlySet<string>
  /** The whole path must match, too. */
  readonly paths: RegExp
  /** Properties whose values are not searched. */
  readonly skipped: ReadonlySet<string>
}

export interface JsonString {
  /** `contents[0].parts[1].fileData.fileUri` */
  readonly path: string
  readonly text: string
  /** Byte offset in the document; the range includes the quotes. */
  readonly start: number
  readonly end: number
}

export interface Splice {
  readonly start: number
  readonly end: number
  /** The replacement, as JSON. */
  readonly text: string
}

interface Container {
  /** Offset of its first byte. */
  readonly start: number
  /** Index of the current element; -1 for an object. */
  index: number
  /** Name of the current property. */
  name: string
  /** The next string is a property name. */
  expectsName: boolean
  readonly isSkipped: boolean
}

const quote = 0x22
const backslash = 0x5c

/** Takes linear time at any depth and yields to other work. `bytes` must be valid JSON. */
export async function findStrings(bytes: Buffer, filter: JsonStringFilter): Promise<JsonString[]> {
  const found: JsonString[] = []
  await walk(bytes, filter.skipped, {
    onString: (containers, start, end) => {
      if (!matchesFilter(containers.at(-1), filter)) return
      const path = toPath(containers)
      if (filter.paths.test(path)) found.push({ path, text: readString(bytes, start, end), start, end })
    },
  })
  return found
}

/** Returns the elements of the array in the root property `name`; if that appears twice, of the last one. */
export async function findElements(bytes: Buffer, name: string): Promise<Buffer[]> {
  let found: Buffer[] = []
  await walk(bytes, new Set(), {
    onOpen: (containers) => {
      if (containers.length === 2 && containers[0]?.name === name) found = []
    },
    onClose: (containers, start, end) => {
      if (containers.length === 2 && containers[0]?.name === name) found.push(bytes.subarray(start, end))
    },
  })
  return found
}

/** `containers` are those around the value, outermost first; they are valid only during the callback. */
interface JsonVisitor {
  /** Called for each string value. The range includes its quotes. */
  readonly onString?: (containers: readonly Container[], start: number, end: number) => void
  /** Called after a container was opened, which is then the last of `containers`. */
  readonly onOpen?: (containers: readonly Container[]) => void
  /** Called after a container was closed, which is then no longer in `containers`. */
  readonly onClose?: (containers: readonly Container[], start: number, end: number) => void
}

/** How often the clock is checked. */
const stepsPerClockCheck = 1024

async function walk(bytes: Buffer, skipped: ReadonlySet<string>, visitor: JsonVisitor): Promise<void> {
  const share = new LoopShare()
  const containers: Container[] = []
  let steps = 0
  for (let at = 0; at < bytes.length; at += 1) {
    steps += 1
    if (steps % stepsPerClockCheck === 0 && share.isUsedUp) await share.yield()
    const byte = bytes[at]
    const inner = containers[containers.length - 1]
    if (byte === quote) {
      let last = bytes.indexOf(quote, at + 1)
      while (last >= 0 && isEscaped(bytes, last)) {
        steps += 1
        if (steps % stepsPerClockCheck === 0 && share.isUsedUp) await share.yield()
        last = bytes.indexOf(quote, last + 1)
      }
      const end = last < 0 ? bytes.length : last + 1
      if (inner?.expectsName) {
        inner.name = readString(bytes, at, end)
        inner.expectsName = false
      } else visitor.onString?.(containers, at, end)
      at = end - 1
    } else if (byte === 0x7b || byte === 0x5b) {
      containers.push(openContainer(at, byte === 0x7b, inner, skipped))
      visitor.onOpen?.(containers)
    } else if (byte === 0x7d || byte === 0x5d) {
      containers.pop()
      visitor.onClose?.(containers, inner?.start ?? 0, at + 1)
    } else if (byte === 0x2c && inner) advance(inner)
  }
}

/** `splices` must be in document order. Without splices, returns `bytes` itself. */
export async function spliceBytes(bytes: Buffer, splices: readonly Splice[]): Promise<Buffer> {
  if (splices.length === 0) return bytes
  const share = new LoopShare()
  const pieces: Buffer[] = []
  let from = 0
  let length = bytes.length
  for (const { start, end, text } of splices) {
    const replacement = Buffer.from(text)
    pieces.push(bytes.subarray(from, start), replacement)
    length += replacement.length - (end - start)
    from = end
    if (share.isUsedUp) await share.yield()
  }
  pieces.push(bytes.subarray(from))
  return await joinChunks(pieces, length)
}

function openContainer(
  start: number,
  isObject: boolean,
  parent: Container | undefined,
  skipped: ReadonlySet<string>,
): Container {
  const isSkipped =
    parent !== undefined && (parent.isSkipped || (parent.index < 0 && skipped.has(parent.name)))
  return { start, index: isObject ? -1 : 0, name: '', expectsName: isObject, isSkipped }
}

function advance(container: Container): void {
  if (container.index < 0) container.expectsName = true
  else container.index += 1
}

function matchesFilter(inner: Container | undefined, { names }: JsonStringFilter): boolean {
  return inner !== undefined && inner.index < 0 && !inner.isSkipped && names.has(inner.name)
}

/** Path steps written out at either end: a string may be nested a million levels deep. */
const maxSteps = 16

function toPath(containers: readonly Container[]): string {
  const isLong = containers.length > 2 * maxSteps
  const path = isLong
    ? `${joinSteps(containers.slice(0, maxSteps))}…${joinSteps(containers.slice(-maxSteps))}`
    : joinSteps(containers)
  return path.replace(/^\./, '')
}

function joinSteps(containers: readonly Container[]): string {
  return containers.map(({ index, name }) => (index < 0 ? `.${name}` : `[${index}]`)).join('')
}

function isEscaped(bytes: Buffer, at: number): boolean {
  let escapes = 0
  while (bytes[at - 1 - escapes] === backslash) escapes += 1
  return escapes % 2 === 1
}

function readString(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end)
  return text.includes('\\') ? (JSON.parse(text) as string) : text.slice(1, -1)
}
