// A scripted service with a Files API: resumable and single-request uploads, metadata, lists, deletion and download.
import { openUpstream, type ScriptedUpstream, type UpstreamScript } from './test-gateway.fixture'

export interface FilesService extends ScriptedUpstream {
  /** The bytes of each file, by its name: `files/f1`. */
  readonly files: ReadonlyMap<string, Buffer>
}

type UploadRequest = Parameters<UpstreamScript>[0]

interface FileStore {
  readonly files: Map<string, Buffer>
  readonly uploads: Map<string, Buffer>
}

interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Bytes, JSON, or nothing. */
  readonly body?: Buffer | object
}

/** Its URLs contain its own host and a key, as those of an upstream may. */
export async function openFilesService(): Promise<FilesService> {
  const store: FileStore = { files: new Map(), uploads: new Map() }
  const upstream = await openUpstream((request, outgoing) => {
    const { status = 200, headers, body } = handleRequest(request, store)
    const isJson = body !== undefined && !Buffer.isBuffer(body)
    outgoing.writeHead(status, { ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers })
    outgoing.end(isJson ? JSON.stringify(body) : body)
  })
  return { ...upstream, files: store.files }
}

function handleRequest(request: UploadRequest, store: FileStore): Reply {
  const { pathname, searchParams } = new URL(request.url, 'http://service')
  const upload = searchParams.get('upload_id')
  if (upload !== null) return receive(request, store, upload)
  if (pathname.endsWith('/upload/v1beta/files')) return startUpload(request, store)
  if (/:\w+$/.test(pathname) && request.method === 'POST')
    return { body: { name: 'models/m/operations/o1', totalTokens: 1, candidates: [] } }
  if (pathname.includes('/operations/')) return { body: { name: 'models/m/operations/o1' } }
  return handleFileRequest(request, store)
}

function startUpload(request: UploadRequest, store: FileStore): Reply {
  if (request.headers['x-goog-upload-protocol'] !== 'resumable')
    return { body: { file: storeFile(request, store, request.body) } }
  const id = `u${store.uploads.size + 1}`
  store.uploads.set(id, Buffer.alloc(0))
  const url = `http://${request.headers.host}${request.url.split('?')[0]}`
  const headers = {
    'x-goog-upload-url': `${url}?upload_id=${id}&key=leaked&upload_protocol=resumable`,
    'x-goog-upload-status': 'active',
    'x-goog-upload-chunk-granularity': '4',
  }
  return { headers }
}

function receive(request: UploadRequest, store: FileStore, upload: string): Reply {
  const before = store.uploads.get(upload)
  if (!before) return errorReply(404, 'No such upload.')
  const command = String(request.headers['x-goog-upload-command'])
  const offset = Number(request.headers['x-goog-upload-offset'] ?? before.length)
  if (offset !== before.length) return errorReply(400, `Wrong offset ${offset}.`)
  const whole = Buffer.concat([before, request.body])
  store.uploads.set(upload, whole)
  if (command === 'cancel') store.uploads.delete(upload)
  const isFinal = command.includes('finalize')
  const status = command === 'cancel' ? 'cancelled' : isFinal ? 'final' : 'active'
  const headers = { 'x-goog-upload-status': status, 'x-goog-upload-size-received': String(whole.length) }
  return isFinal ? { headers, body: { file: storeFile(request, store, whole) } } : { headers }
}

function storeFile(request: UploadRequest, store: FileStore, bytes: Buffer): object {
  const name = `files/f${store.files.size + 1}`
  store.files.set(name, bytes)
  return toFile(request, name, bytes)
}

function toFile({ headers }: UploadRequest, name: string, bytes: Buffer): object {
  const uri = `http://${headers.host}/v1beta/${name}`
  return { name, mimeType: 'text/plain', sizeBytes: String(bytes.length), uri, state: 'ACTIVE', x: [1.5] }
}

function handleFileRequest(request: UploadRequest, { files }: FileStore): Reply {
  const path = request.url.split('?')[0] ?? ''
  const listed = [...files].map(([name, bytes]) => toFile(request, name, bytes))
  if (path.endsWith('/files')) return { body: { files: listed, nextPageToken: 'next' } }
  const name = /files\/[\w-]+/.exec(path)?.[0] ?? ''
  const bytes = files.get(name)
  if (!bytes) return errorReply(403, `You have no ${name} at http://${request.headers.host}.`)
  if (request.method === 'DELETE') {
    files.delete(name)
    return { body: {} }
  }
  if (!path.endsWith(':download')) return { body: toFile(request, name, bytes) }
  if (request.headers.range === 'bytes=99-')
    return { ...errorReply(416, 'Out of range.'), headers: { 'content-range': `bytes */${bytes.length}` } }
  return { headers: { 'content-type': 'text/plain', 'content-length': String(bytes.length) }, body: bytes }
}

function errorReply(code: number, message: string): Reply {
  return { status: code, body: { error: { code, message, status: 'PERMISSION_DENIED' } } }
}
