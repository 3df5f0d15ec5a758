// Sends requests of the reference through the gateway, and streams their responses to the page.
import type { ReferenceEvent, ReferenceRequest } from '#shared/desktop/gateway-contract'
import { isBase64 } from '#shared/wire/base64'
import type { HttpBody, HttpHeaders } from '#shared/wire/http'
import { tryParseJson } from '#shared/wire/json-objects'
import { readBody, streamBody } from '#shared/wire/read-body'
import { readEvents } from '#shared/wire/read-events'
import type { Media } from '#workspace/media/media'
import { readFileChunks } from '#workspace/media/media-file'
import { writeForm } from '#workspace/transcriptions/request-transcription'
import type { Application } from '../application'
import type { Functions } from './bind'

/** Base64 of at least this many characters becomes a file; shorter texts may be signatures. */
const minMediaChars = 64

export function createReferenceProcedures({
  send,
  workspace: { media, deleteAfterClose },
}: Application): Functions['reference'] {
  /** Shown until the application quits: nothing in the workspace refers to it. */
  const store: StoreMedia = async (bytes, declared) => {
    const file = await media.store(bytes, declared)
    deleteAfterClose(file.hash)
    return file
  }
  async function* run(request: ReferenceRequest, callSignal?: AbortSignal): AsyncGenerator<ReferenceEvent> {
    const abort = new AbortController()
    const cancel = () => abort.abort()
    callSignal?.addEventListener('abort', cancel)
    const startedAt = performance.now()
    const at = () => performance.now() - startedAt
    let bytes = 0
    try {
      const { method, path } = request
      const opened = await openBody(request, media)
      callSignal?.throwIfAborted()
      const response = await send({ method, path, ...opened, signal: abort.signal })
      const { status, headers } = response
      yield {
        type: 'head',
        at: at(),
        status,
        headers: { ...headers },
        exchangeId: headers['x-exchange-id'] ?? null,
      }
      const type = headers['content-type'] ?? ''
      const counted = countBytes(streamBody(response.body), (length) => {
        bytes += length
      })
      if (type.startsWith('text/event-stream')) {
        for await (const text of readEvents(counted))
          yield { type: 'text', at: at(), text: await storeInlineMedia(text, store) }
      } else if (isText(type)) {
        const text = new TextDecoder().decode(await readBody(counted))
        if (text) yield { type: 'text', at: at(), text: await storeInlineMedia(text, store) }
      } else {
        const file = await store(await readBody(counted), type.split(';')[0])
        yield {
          type: 'media',
          at: at(),
          media: file.hash,
          mimeType: file.mimeType,
          bytes: file.length,
        }
      }
      yield { type: 'end', at: at(), bytes }
    } finally {
      callSignal?.removeEventListener('abort', cancel)
      abort.abort()
    }
  }
  return { send: run }
}

type StoreMedia = Media['store']

interface OpenedBody {
  readonly headers: HttpHeaders
  readonly body: HttpBody
}

/** A file is streamed from the disk. */
async function openBody({ headers, body }: ReferenceRequest, media: Media): Promise<OpenedBody> {
  if (body === null || typeof body === 'string')
    return { headers, body: body === null ? null : new TextEncoder().encode(body) }
  const { path, length } = await media.open(body.media)
  const { name, mimeType, fields } = body
  if (fields) {
    const form = writeForm({ fields: Object.entries(fields), file: { path, name, mimeType, bytes: length } })
    return { headers: { ...headers, ...form.headers }, body: form.body }
  }
  const described = { 'content-type': mimeType, 'content-length': String(length) }
  return { headers: { ...described, ...headers }, body: readFileChunks(path) }
}

async function* countBytes(
  chunks: AsyncIterable<Uint8Array>,
  onBytes: (length: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onBytes(chunk.length)
    yield chunk
  }
}

function isText(type: string): boolean {
  return type === '' || /^(?:text\/|application\/(?:[\w.-]+\+)?json)/i.test(type)
}

/** Members with the Base64 of a file, in `inlineData` and, by some providers, in operations. */
const base64Names = ['data', 'bytesBase64Encoded', 'encodedVideo', 'videoBytes', 'b64_json'] as const

/** The start of an image of an OpenAI client. */
const dataUrl = /^data:([\w.+/-]{1,64});base64,/

/** Stores the media of a JSON text as files, and replaces it by their hashes. Other texts stay unchanged. */
async function storeInlineMedia(text: string, store: StoreMedia): Promise<string> {
  if (!/"(?:data|bytesBase64Encoded|encodedVideo|videoBytes|b64_json)"|"url":"data:/.test(text)) return text
  const parsed = tryParseJson(text)
  return parsed === undefined ? text : JSON.stringify(await replaceMedia(parsed, store))
}

async function replaceMedia(value: unknown, store: StoreMedia): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((each) => replaceMedia(each, store)))
  if (typeof value !== 'object' || value === null) return value
  const blob = value as Readonly<Record<string, unknown>>
  const hasType = 'mimeType' in blob || 'mime_type' in blob
  // Arguments of functions may be called data, too.
  const name = base64Names.find((each) => isMedia(blob[each]) && (each !== 'data' || hasType))
  if (name !== undefined) return await storeBlob(blob, name, store)
  const { url, ...others } = blob
  const [head, mimeType] = typeof url === 'string' ? (dataUrl.exec(url) ?? []) : []
  if (head && mimeType) {
    const blobOfUrl = { ...others, mimeType, data: String(url).slice(head.length) }
    return await storeBlob(blobOfUrl, 'data', store)
  }
  const entries = Object.entries(value).map(
    async ([member, inner]) => [member, await replaceMedia(inner, store)] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

function isMedia(value: unknown): value is string {
  return typeof value === 'string' && value.length >= minMediaChars && isBase64(value)
}

async function storeBlob(
  blob: Readonly<Record<string, unknown>>,
  name: string,
  store: StoreMedia,
): Promise<unknown> {
  const { [name]: data, ...rest } = blob
  const declared = String(rest.mimeType ?? rest.mime_type ?? rest.encoding ?? '') || undefined
  const { hash, mimeType } = await store(Buffer.from(String(data), 'base64'), declared)
  return { ...rest, ...(declared === undefined ? { mimeType } : {}), media: hash }
}
