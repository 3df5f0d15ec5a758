// Restricts the page: no other pages or windows, no network, and only the permissions that it needs.
import { app, type Session, type WebContents } from 'electron'
import { isPreviewUrl } from '#shared/desktop/preview-frames'
import { isAppUrl, isServedLocally, mediaScheme } from './app-urls'

/** The page may write to the clipboard and record audio. */
const permitted = ['clipboard-sanitized-write', 'media']

/** Nothing listens here. Connections that are not blocked below, such as WebRTC over TCP, must use this proxy. */
const deadProxy = {
  mode: 'fixed_servers',
  proxyRules: 'http://127.0.0.1:9',
  proxyBypassRules: '<-loopback>',
} as const

/** Nothing listens here, as with `deadProxy`. */
export const noDownloads = 'http://127.0.0.1:9/'

/** Applies to all sessions. Otherwise Chromium would download dictionaries from its maker's server, without asking. */
export function blockDictionaryDownloads(target: Session): void {
  target.setSpellCheckerDictionaryDownloadURL(noDownloads)
}

/** Must be called as soon as a session exists, because it starts with the system's language. */
export function stopSpellChecking(target: Session): void {
  target.setSpellCheckerEnabled(false)
  if (process.platform !== 'darwin') target.setSpellCheckerLanguages([])
}

/** Restricts the pages of all sessions. Must be called before the first window opens. */
export function hardenPages(): void {
  app.on('web-contents-created', (_event, contents) => hardenContents(contents))
}

/** Must be called before the first window of the session opens. */
export async function hardenSession(session: Session): Promise<void> {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    // `media` is allowed only for the microphone.
    const asksForCamera = 'mediaTypes' in details && details.mediaTypes?.includes('video')
    const isPage = details.isMainFrame && isAppUrl(details.requestingUrl)
    answer(isPage && permitted.includes(permission) && !asksForCamera)
  })
  session.setPermissionCheckHandler((_contents, permission, origin, details) => {
    return isAppUrl(origin) && permitted.includes(permission) && details.mediaType !== 'video'
  })
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event, item) => {
    // The menu of audio and video controls saves a stored file. Nothing else may be saved without the page's own dialog.
    if (new URL(item.getURL()).protocol !== `${mediaScheme}:`) event.preventDefault()
  })
  blockDictionaryDownloads(session)
  // Until the settings are known.
  stopSpellChecking(session)
  session.webRequest.onBeforeRequest({ urls: ['*://*/*', 'file://*/*'] }, ({ url }, answer) => {
    answer({ cancel: !isAppUrl(url) })
  })
  if (!isServedLocally) await session.setProxy(deadProxy)
}

function hardenContents(contents: WebContents): void {
  contents.on('will-frame-navigate', (event) => {
    // A frame shows a provider's HTML or a preview of code, and never anything else.
    const isFramed = event.url === 'about:srcdoc' || isPreviewUrl(event.url)
    const isAllowed = event.isMainFrame ? isAppUrl(event.url) : isFramed
    if (!isAllowed) event.preventDefault()
  })
  contents.on('will-redirect', (event) => event.preventDefault())
  // Otherwise the page could reach any host over UDP, and read this machine's IP addresses.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  // By default, Electron would choose the first device that it finds.
  contents.on('select-bluetooth-device', (event, _devices, choose) => {
    event.preventDefault()
    choose('')
  })
  // A page cannot prevent closing its window.
  contents.on('will-prevent-unload', (event) => event.preventDefault())
}
