// Serves the page's two protocols: `app://` for the built renderer, and `media://` for stored media.
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { net, protocol, type Session } from 'electron'
import { isPreviewHost } from '#shared/desktop/preview-frames'
import type { Workspace } from '#workspace/workspace'
import { type MediaSources, openMedia } from '../open-media'
import { appPageUrl, appScheme, isAppUrl, isServedLocally, mediaScheme } from './app-urls'
import { notFound, serveFile } from './file-response'
import {
  type AudioStores,
  handleLoudnessRequest,
  handleRecordingRequest,
  handleThumbnailRequest,
} from './media-requests'
import { createUploadHandler, type HandleUpload } from './upload-handler'

interface MediaPorts extends AudioStores, MediaSources {
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
  'frame-src app://*.preview',
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** The scripts of each page for previews, which have no network and no origin. */
const previewScripts: Readonly<Record<string, (origin: string) => string>> = {
  '/diagram-frame.html': (origin) => (isServedLocally ? origin : `${origin}/assets/`),
  '/script-frame.html': () => "'unsafe-inline'",
}

function toPreviewPolicy(scripts: string): string {
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    'media-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${pageOrigin()}`,
    'sandbox allow-scripts',
  ].join('; ')
}

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
    // CORS is for the modules of previews, which have no origin.
    { scheme: appScheme, privileges: { standard: true, secure: true, corsEnabled: true } },
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
  workspace: AudioStores & MediaSources & Pick<Workspace, 'settings' | 'transfers'>,
): void {
  const { media, settings, transfers } = workspace
  const limit = () => settings.read().limits.jsonMegabytes * 1_048_576
  const handleUpload = createUploadHandler({ storeStream: media.storeStream, transfers, limit })
  const ports = { ...workspace, handleUpload }
  session.protocol.handle(mediaScheme, (request) => answerMedia(request, ports))
}

async function servePage(request: Request, folder: string): Promise<Response> {
  const { host, pathname, search } = new URL(request.url)
  const isPreview = isPreviewHost(host)
  try {
    const { type, body } =
      isPreview && isServedLocally ? await readServed(pathname + search) : await readBuilt(pathname, folder)
    return new Response(body, {
      headers: {
        'content-type': type,
        ...(isPreview ? toPreviewHeaders(host, pathname) : pageHeaders),
        'permissions-policy': permissionsPolicy,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      },
    })
  } catch {
    return notFound()
  }
}

const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
}

/** Sandboxed pages have no origin that their modules could be restricted to. */
function toPreviewHeaders(host: string, path: string) {
  const scripts = previewScripts[path]?.(`${appScheme}://${host}`) ?? "'none'"
  return { 'content-security-policy': toPreviewPolicy(scripts), 'access-control-allow-origin': '*' }
}

interface PageFile {
  readonly type: string
  readonly body: Buffer | ArrayBuffer
}

/** Rejects files outside of the folder, and missing ones. */
async function readBuilt(path: string, folder: string): Promise<PageFile> {
  const file = normalize(join(folder, decodeURIComponent(path)))
  if (!file.startsWith(folder + sep)) throw new Error('Not a file of the page.')
  return { type: contentTypes[extname(file)] ?? 'application/octet-stream', body: await readFile(file) }
}

/** From the server with hot reload. */
async function readServed(path: string): Promise<PageFile> {
  const response = await net.fetch(new URL(path, appPageUrl()).href)
  return { type: response.headers.get('content-type') ?? '', body: await response.arrayBuffer() }
}

/** Serves only the application's own page. Old versions of Electron send no origin; the policies of frames allow no media. */
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
  return request.method === 'POST'
    ? ports.handleUpload(request)
    : serveFile(request, (name) => openMedia(ports, name))
}

function pageOrigin(): string {
  return appPageUrl().replace(/^(\w+:\/\/[^/]+).*$/, '$1')
}
