// Finds strings in the bytes of a JSON document and puts others in their place; every other byte stays as it came.
import { joinChunks, LoopShare } from './loop-share'

export interface JsonStringFilter {
  /** Properties whose text is looked for. */
  readonly names: ReadonlySet<string>
  /** Of the whole path, where the name is not enough. */
  readonly paths: RegExp
  /** Properties whose values are not looked into. */
  readonly skipped: ReadonlySet<string>
}

export interface JsonString {
  /** `contents[0].parts[1].fileData.fileUri` */
  readonly path: string
  readonly text: string
  /** Bytes of the document, quotes included. */
  readonly start: number
  readonly end: number
}

export interface Splice {
  readonly start: number
  readonly end: number
  /** JSON. */
  readonly text: string
}

interface Container {
  /** Of its first byte. */
  readonly start: number
  /** -1 for an object. */
  index: number
  /** Of the property that is being read. */
  name: string
  /** The next string is a property's name. */
  expectsName: boolean
  readonly isSkipped: boolean
}

const quote = 0x22
const backslash = 0x5c

/** In time linear in the bytes, at any depth, in turns with other work. `bytes` is valid JSON. */
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

/** The objects in the array that is the document's property of this name; if it came twice, in the last one. */
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

/** `open`: the containers around the value, the outermost first; only valid during the call. */
interface JsonVisitor {
  /** A string that is a value. `start` and `end` include its quotes. */
  readonly onString?: (containers: readonly Container[], start: number, end: number) => void
  /** After a container has been opened: it is the last of `open`. */
  readonly onOpen?: (containers: readonly Container[]) => void
  /** After a container has been closed: it is no longer in `open`. */
  readonly onClose?: (containers: readonly Container[], start: number, end: number) => void
}

/** Steps between two looks at the clock. */
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

/** `splices` in their order; the same bytes come back where there are none. */
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

// biome-ignore lint/complexity/useMaxParams: called for every container; an object of options would be one more for each.
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

/** Steps of a path at either end that are written out: a string may lie a million levels deep. */
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
