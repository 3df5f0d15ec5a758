// Serves the page's two protocols: `app://` for the built renderer, and `media://` for stored media.
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { protocol, type Session } from 'electron'
import type { Media } from '#workspace/media/media'
import type { Workspace } from '#workspace/workspace'
import { appPageUrl, appScheme, isAppUrl, mediaScheme } from './app-urls'
import { notFound, serveFile } from './file-response'
import {
  type AudioStores,
  handleLoudnessRequest,
  handleRecordingRequest,
  handleThumbnailRequest,
} from './media-requests'
import { createUploadHandler, type HandleUpload } from './upload-handler'

interface MediaPorts extends AudioStores {
  readonly media: Media
  readonly handleUpload: HandleUpload
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/** Allows only stored media and the app's own code. Inline styles are needed for measured layouts. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' media: data: blob:",
  'media-src media: blob:',
  'connect-src media:',
  "form-action 'none'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** The features that the page does not use, for the page and its frames. */
const permissionsPolicy = [
  'bluetooth',
  'camera',
  'display-capture',
  'geolocation',
  'hid',
  'idle-detection',
  'local-fonts',
  'midi',
  'payment',
  'publickey-credentials-get',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** A stored file that is opened as a page, such as SVG or HTML, runs no scripts and loads nothing. */
const mediaSecurityPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"

/** Must be called before the application is ready. */
export function registerProtocols(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true } },
    {
      scheme: mediaScheme,
      privileges: { standard: true, secure: true, stream: true, supportFetchAPI: true, corsEnabled: true },
    },
  ])
}

/** Must be called before the first window opens. */
export function servePages(session: Session, rendererFolder: string): void {
  session.protocol.handle(appScheme, (request) => servePage(request, rendererFolder))
}

export function serveMedia(
  session: Session,
  workspace: AudioStores & Pick<Workspace, 'media' | 'settings' | 'transfers'>,
): void {
  const { media, settings, transfers } = workspace
  const limit = () => settings.read().limits.jsonMegabytes * 1_048_576
  const handleUpload = createUploadHandler({ storeStream: media.storeStream, transfers, limit })
  const ports = { ...workspace, handleUpload }
  session.protocol.handle(mediaScheme, (request) => answerMedia(request, ports))
}

async function servePage(request: Request, folder: string): Promise<Response> {
  const path = decodeURIComponent(new URL(request.url).pathname)
  const file = normalize(join(folder, path))
  if (!file.startsWith(folder + sep)) return notFound()
  try {
    const headers = {
      'content-type': contentTypes[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': contentSecurityPolicy,
      'permissions-policy': permissionsPolicy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
    }
    return new Response(await readFile(file), { headers })
  } catch {
    return notFound()
  }
}

/** Serves only the application's own page. Versions of Electron that send no origin have no other page (`session-hardening`). */
async function answerMedia(request: Request, ports: MediaPorts): Promise<Response> {
  const origin = request.headers.get('origin')
  if (origin !== null && !isAppUrl(origin)) return new Response(null, { status: 403 })
  const response = await respond(request, ports)
  response.headers.set('access-control-allow-origin', origin ?? pageOrigin())
  response.headers.set('content-security-policy', mediaSecurityPolicy)
  response.headers.set('x-content-type-options', 'nosniff')
  return response
}

function respond(request: Request, ports: MediaPorts): Response | Promise<Response> {
  // Newer versions of Electron send a preflight request before they post to another origin.
  if (request.method === 'OPTIONS') {
    return new Response(null, { status: 204, headers: { 'access-control-allow-methods': 'GET, HEAD, POST' } })
  }
  const { host } = new URL(request.url)
  if (host === 'thumbnail') return handleThumbnailRequest(request, ports.media)
  if (host === 'loudness') return handleLoudnessRequest(request, ports)
  if (host === 'recording') return handleRecordingRequest(request, ports)
  return request.method === 'POST' ? ports.handleUpload(request) : serveFile(request, ports.media.open)
}

function pageOrigin(): string {
  return appPageUrl().replace(/^(\w+:\/\/[^/]+).*$/, '$1')
}
