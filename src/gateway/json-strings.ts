// Finds strings in the bytes of a JSON document and puts others in their place; every other byte stays as it came.

export interface JsonPlaces {
  /** Properties whose text is looked for. */
  readonly names: ReadonlySet<string>
  /** Properties whose values are not looked into. */
  readonly closed: ReadonlySet<string>
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
  /** -1 for an object. */
  index: number
  /** Of the property that is being read. */
  name: string
  /** The next string is a property's name. */
  wantsName: boolean
  readonly isClosed: boolean
}

const quote = 0x22
const backslash = 0x5c

/** In time linear in the bytes, at any depth. `bytes` is valid JSON. */
export function findStrings(bytes: Buffer, places: JsonPlaces): JsonString[] {
  const found: JsonString[] = []
  const open: Container[] = []
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    const inner = open[open.length - 1]
    if (byte === quote) {
      const end = endOfString(bytes, at)
      if (inner?.wantsName) {
        inner.name = readString(bytes, at, end)
        inner.wantsName = false
      } else if (inner && isWanted(inner, places))
        found.push({ path: toPath(open), text: readString(bytes, at, end), start: at, end })
      at = end - 1
    } else if (byte === 0x7b || byte === 0x5b) open.push(openContainer(byte === 0x7b, inner, places))
    else if (byte === 0x7d || byte === 0x5d) open.pop()
    else if (byte === 0x2c && inner) stepOn(inner)
  }
  return found
}

/** `splices` in their order; the same bytes come back where there are none. */
export function spliceBytes(bytes: Buffer, splices: readonly Splice[]): Buffer {
  if (splices.length === 0) return bytes
  const pieces: Buffer[] = []
  let from = 0
  for (const { start, end, text } of splices) {
    pieces.push(bytes.subarray(from, start), Buffer.from(text))
    from = end
  }
  return Buffer.concat([...pieces, bytes.subarray(from)])
}

function openContainer(isObject: boolean, around: Container | undefined, { closed }: JsonPlaces): Container {
  const isClosed = around !== undefined && (around.isClosed || (around.index < 0 && closed.has(around.name)))
  return { index: isObject ? -1 : 0, name: '', wantsName: isObject, isClosed }
}

function stepOn(container: Container): void {
  if (container.index < 0) container.wantsName = true
  else container.index += 1
}

function isWanted({ index, name, isClosed }: Container, { names }: JsonPlaces): boolean {
  return index < 0 && !isClosed && names.has(name)
}

function toPath(open: readonly Container[]): string {
  const steps = open.map(({ index, name }) => (index < 0 ? `.${name}` : `[${index}]`))
  return steps.join('').replace(/^\./, '')
}

/** Past the closing quote. */
function endOfString(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(quote, start + 1); at >= 0; at = bytes.indexOf(quote, at + 1)) {
    let escapes = 0
    while (bytes[at - 1 - escapes] === backslash) escapes += 1
    if (escapes % 2 === 0) return at + 1
  }
  return bytes.length
}

function readString(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end)
  return text.includes('\\') ? (JSON.parse(text) as string) : text.slice(1, -1)
}
