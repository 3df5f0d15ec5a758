// The page's protocol, `app://`, which serves the built renderer.
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { net, protocol, type Session } from 'electron'
import { isPreviewHost } from '#shared/desktop/preview-frames'
import { appPageUrl, appScheme, isServedLocally, mediaScheme } from './app-urls'

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

export type HandleRequest = (request: Request) => Promise<Response>

export interface PageOptions {
  /** The built renderer. */
  readonly folder: string
  /** Nothing is served before it has resolved. */
  readonly ready: Promise<void>
  /** Answers requests for media once the application is open. */
  readonly media: Promise<HandleRequest>
  /** Called after each response with a script. */
  readonly onScriptServed: () => void
}

/** Must be called before the first window opens: a page cannot use a protocol that is registered after it was loaded. */
export function servePages(session: Session, { folder, ready, media, onScriptServed }: PageOptions): void {
  session.protocol.handle(mediaScheme, async (request) => (await media)(request))
  session.protocol.handle(appScheme, async (request) => {
    await ready
    const response = await servePage(request, folder)
    if (request.url.endsWith('.js')) setImmediate(onScriptServed)
    return response
  })
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
    return new Response(null, { status: 404 })
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

export function pageOrigin(): string {
  return appPageUrl().replace(/^(\w+:\/\/[^/]+).*$/, '$1')
}
