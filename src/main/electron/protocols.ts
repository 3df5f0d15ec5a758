// The two protocols of the page: `app://` serves the built renderer, `media://` the kept media with ranges.
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { Readable } from 'node:stream'
import { protocol, type Session } from 'electron'
import { readRange } from '../byte-range'
import { appScheme, mediaScheme } from './addresses'

/** A kept file by its hash; rejects where there is none. */
export type OpenMedia = (
  hash: string,
) => Promise<{ readonly path: string; readonly mimeType: string; readonly length: number }>

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/** No network, no code but our own; styles inline because measured layouts are set as attributes. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' media: data: blob:",
  'media-src media: blob:',
  "connect-src 'none'",
  "form-action 'none'",
  "frame-src 'none'",
  "base-uri 'none'",
].join('; ')

/** Before the application is ready. */
export function registerProtocols(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true } },
    { scheme: mediaScheme, privileges: { standard: true, secure: true, stream: true } },
  ])
}

export function serveProtocols(session: Session, rendererFolder: string, openMedia: OpenMedia): void {
  session.protocol.handle(appScheme, (request) => servePage(request, rendererFolder))
  session.protocol.handle(mediaScheme, (request) => serveMedia(request, openMedia))
}

async function servePage(request: Request, folder: string): Promise<Response> {
  const path = decodeURIComponent(new URL(request.url).pathname)
  const file = normalize(join(folder, path))
  if (!file.startsWith(folder + sep)) return notFound()
  try {
    const headers = {
      'content-type': contentTypes[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
    }
    return new Response(await readFile(file), { headers })
  } catch {
    return notFound()
  }
}

/** `media://library/<sha256>`: a host name could not hold the 64 letters of a hash. */
async function serveMedia(request: Request, openMedia: OpenMedia): Promise<Response> {
  const hash = new URL(request.url).pathname.slice(1)
  const media = await openMedia(hash).catch(() => undefined)
  if (!media) return notFound()
  const range = readRange(request.headers.get('range'), media.length)
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${media.length}` } })
  }
  const { start, end } = range ?? { start: 0, end: media.length - 1 }
  const bytes = createReadStream(media.path, { start, end: Math.max(end, 0) })
  const headers: Record<string, string> = {
    'content-type': media.mimeType,
    'content-length': String(end - start + 1),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
  }
  if (range) headers['content-range'] = `bytes ${start}-${end}/${media.length}`
  // Node's web streams and Electron's global ones are the same at run time, not in their types.
  const body = Readable.toWeb(bytes) as unknown as ReadableStream
  return new Response(body, { status: range ? 206 : 200, headers })
}

function notFound(): Response {
  return new Response('Not found.', { status: 404, headers: { 'content-type': 'text/plain' } })
}
