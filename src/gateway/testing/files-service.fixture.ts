// A scripted service with a Files API: uploads in chunks or at once, files described, listed, deleted and downloaded.
import { openUpstream, type ScriptedUpstream, type UpstreamScript } from './test-gateway.fixture'

export interface FilesService extends ScriptedUpstream {
  /** The bytes of each file, by its name: `files/f1`. */
  readonly kept: ReadonlyMap<string, Buffer>
}

type Seen = Parameters<UpstreamScript>[0]

interface Shelf {
  readonly kept: Map<string, Buffer>
  readonly open: Map<string, Buffer>
}

interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Bytes, JSON, or nothing. */
  readonly body?: Buffer | object
}

/** Its addresses name its own host and bear a key, as an upstream's may. */
export async function openFilesService(): Promise<FilesService> {
  const shelf: Shelf = { kept: new Map(), open: new Map() }
  const upstream = await openUpstream((seen, outgoing) => {
    const { status = 200, headers, body } = answer(seen, shelf)
    const isJson = body !== undefined && !Buffer.isBuffer(body)
    outgoing.writeHead(status, { ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers })
    outgoing.end(isJson ? JSON.stringify(body) : body)
  })
  return { ...upstream, kept: shelf.kept }
}

function answer(seen: Seen, shelf: Shelf): Reply {
  const { pathname, searchParams } = new URL(seen.url, 'http://service')
  const upload = searchParams.get('upload_id')
  if (upload !== null) return receive(seen, shelf, upload)
  if (pathname.endsWith('/upload/v1beta/files')) return begin(seen, shelf)
  if (/:\w+$/.test(pathname) && seen.method === 'POST')
    return { body: { name: 'models/m/operations/o1', totalTokens: 1, candidates: [] } }
  if (pathname.includes('/operations/')) return { body: { name: 'models/m/operations/o1' } }
  return answerFiles(seen, shelf)
}

function begin(seen: Seen, shelf: Shelf): Reply {
  if (seen.headers['x-goog-upload-protocol'] !== 'resumable')
    return { body: { file: keep(seen, shelf, seen.body) } }
  const id = `u${shelf.open.size + 1}`
  shelf.open.set(id, Buffer.alloc(0))
  const address = `http://${seen.headers.host}${seen.url.split('?')[0]}`
  const headers = {
    'x-goog-upload-url': `${address}?upload_id=${id}&key=leaked&upload_protocol=resumable`,
    'x-goog-upload-status': 'active',
    'x-goog-upload-chunk-granularity': '4',
  }
  return { headers }
}

function receive(seen: Seen, shelf: Shelf, upload: string): Reply {
  const before = shelf.open.get(upload)
  if (!before) return refuse(404, 'No such upload.')
  const command = String(seen.headers['x-goog-upload-command'])
  const offset = Number(seen.headers['x-goog-upload-offset'] ?? before.length)
  if (offset !== before.length) return refuse(400, `Wrong offset ${offset}.`)
  const whole = Buffer.concat([before, seen.body])
  shelf.open.set(upload, whole)
  if (command === 'cancel') shelf.open.delete(upload)
  const isFinal = command.includes('finalize')
  const status = command === 'cancel' ? 'cancelled' : isFinal ? 'final' : 'active'
  const headers = { 'x-goog-upload-status': status, 'x-goog-upload-size-received': String(whole.length) }
  return isFinal ? { headers, body: { file: keep(seen, shelf, whole) } } : { headers }
}

function keep(seen: Seen, shelf: Shelf, bytes: Buffer): object {
  const name = `files/f${shelf.kept.size + 1}`
  shelf.kept.set(name, bytes)
  return toFile(seen, name, bytes)
}

function toFile({ headers }: Seen, name: string, bytes: Buffer): object {
  const uri = `http://${headers.host}/v1beta/${name}`
  return { name, mimeType: 'text/plain', sizeBytes: String(bytes.length), uri, state: 'ACTIVE', x: [1.5] }
}

function answerFiles(seen: Seen, { kept }: Shelf): Reply {
  const path = seen.url.split('?')[0] ?? ''
  const listed = [...kept].map(([name, bytes]) => toFile(seen, name, bytes))
  if (path.endsWith('/files')) return { body: { files: listed, nextPageToken: 'next' } }
  const name = /files\/[\w-]+/.exec(path)?.[0] ?? ''
  const bytes = kept.get(name)
  if (!bytes) return refuse(403, `You have no ${name} at http://${seen.headers.host}.`)
  if (seen.method === 'DELETE') {
    kept.delete(name)
    return { body: {} }
  }
  if (!path.endsWith(':download')) return { body: toFile(seen, name, bytes) }
  if (seen.headers.range === 'bytes=99-')
    return { ...refuse(416, 'Out of range.'), headers: { 'content-range': `bytes */${bytes.length}` } }
  return { headers: { 'content-type': 'text/plain', 'content-length': String(bytes.length) }, body: bytes }
}

function refuse(code: number, message: string): Reply {
  return { status: code, body: { error: { code, message, status: 'PERMISSION_DENIED' } } }
}
