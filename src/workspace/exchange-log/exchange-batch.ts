// Ended requests as bytes: threads pass them on, and the log stores them, without reading each of them.
import {
  type EndedExchange,
  type Exchange,
  type ExchangeFile,
  type ExchangeSummary,
  summarizeExchange,
} from '#shared/schemas/exchange'

export interface ExchangeBatch {
  /** In the order in which they ended. */
  readonly ids: readonly string[]
  /** Three texts for each of them: the exchange as JSON without its bodies, and the bodies. */
  readonly data: Uint8Array
  /** The media of those that may have some. */
  readonly files: ReadonlyMap<string, readonly ExchangeFile[]>
  /** False for requests whose end was never reported. */
  readonly hasDetail: boolean
}

export interface DecodedExchange {
  readonly exchange: Exchange
  /** The exchange as JSON without its bodies. */
  readonly detail: string
}

/** Bytes of a text's length, before the text. */
const lengthBytes = 4

export function encodeBatch(exchanges: readonly EndedExchange[], hasDetail = true): ExchangeBatch {
  const files = new Map<string, readonly ExchangeFile[]>()
  const texts: string[] = []
  for (const { files: media, requestBody, responseBody, ...detail } of exchanges) {
    if (media) files.set(detail.id, media)
    texts.push(JSON.stringify(detail), requestBody, responseBody)
  }
  return { ids: exchanges.map(({ id }) => id), data: encodeTexts(texts), files, hasDetail }
}

function encodeTexts(texts: readonly string[]): Uint8Array {
  const lengths = texts.map((text) => Buffer.byteLength(text))
  const total = lengths.reduce((sum, length) => sum + lengthBytes + length, 0)
  // Threads share it, so that passing it on copies nothing.
  const data = Buffer.from(new SharedArrayBuffer(total))
  let at = 0
  for (const [index, text] of texts.entries()) {
    at = data.writeUInt32LE(lengths[index] ?? 0, at)
    at += data.write(text, at)
  }
  return data
}

/** The data of several batches may follow each other. Throws if they are damaged. */
export function decodeData(data: Uint8Array): DecodedExchange[] {
  return [...listTexts(data)].map(([detail, requestBody, responseBody]) => {
    const text = detail.toString()
    // Only `encodeBatch` writes the text.
    const fields = JSON.parse(text) as Omit<Exchange, 'requestBody' | 'responseBody'>
    const bodies = { requestBody: requestBody.toString(), responseBody: responseBody.toString() }
    return { detail: text, exchange: { ...fields, ...bodies } }
  })
}

/** Does not decode the bodies. */
export function* listSummaries({ data, hasDetail }: ExchangeBatch): Generator<ExchangeSummary> {
  for (const [detail] of listTexts(data)) {
    // As above; a summary has no bodies.
    yield { ...summarizeExchange(JSON.parse(detail.toString()) as Exchange), hasDetail }
  }
}

function* listTexts(data: Uint8Array): Generator<readonly [Buffer, Buffer, Buffer]> {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  let at = 0
  const next = () => {
    const start = at + lengthBytes
    at = start + bytes.readUInt32LE(at)
    return bytes.subarray(start, at)
  }
  while (at < bytes.length) yield [next(), next(), next()]
}
