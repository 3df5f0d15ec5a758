// Keeps the page in its room: no other page, no other window, no network, no permission it does not need.
import { app, type Session, type WebContents } from 'electron'
import { isAppUrl, isServedLocally } from './app-urls'

/** The page may write the clipboard when a button is pressed, and record audio. */
const permitted = ['clipboard-sanitized-write', 'media']

/** Nothing listens here. What is not refused below, such as WebRTC over TCP, must go through it. */
const deadProxy = {
  mode: 'fixed_servers',
  proxyRules: 'http://127.0.0.1:9',
  proxyBypassRules: '<-loopback>',
} as const

/** Before the first window. */
export async function hardenSession(session: Session): Promise<void> {
  app.on('web-contents-created', (_event, contents) => hardenContents(contents))
  session.setPermissionRequestHandler((contents, permission, answer, details) => {
    // Of `media` only the microphone: the details name what is asked for.
    const asksForCamera = 'mediaTypes' in details && details.mediaTypes?.includes('video')
    answer(isAppUrl(contents.getURL()) && permitted.includes(permission) && !asksForCamera)
  })
  session.setPermissionCheckHandler((_contents, permission, origin, details) => {
    return isAppUrl(origin) && permitted.includes(permission) && details.mediaType !== 'video'
  })
  // Its dictionaries would be fetched from a stranger's server.
  session.setSpellCheckerLanguages([])
  session.webRequest.onBeforeRequest({ urls: ['*://*/*'] }, ({ url }, answer) => {
    answer({ cancel: !isAppUrl(url) })
  })
  if (!isServedLocally) await session.setProxy(deadProxy)
}

function hardenContents(contents: WebContents): void {
  contents.on('will-navigate', (event, url) => {
    if (!isAppUrl(url)) event.preventDefault()
  })
  // Otherwise a page could reach any host over UDP, and read this machine's addresses.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}
