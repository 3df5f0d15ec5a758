// The URLs of the application's own pages and media, and which others may be opened.

export const appScheme = 'app'
export const mediaScheme = 'media'
const appOrigin = `${appScheme}://playground`

/** The page's URL with hot reload; a released build uses only `app://`. */
const developmentUrl = import.meta.env.DEV ? process.env.ELECTRON_RENDERER_URL : undefined

/** With hot reload, the page is served by a development server on this machine. */
export const isServedLocally = developmentUrl !== undefined

export function appPageUrl(): string {
  return developmentUrl ?? `${appOrigin}/index.html`
}

/** The page that shows only this chat. */
export function chatPageUrl(conversationId: string): string {
  return `${appPageUrl()}#chat=${encodeURIComponent(conversationId)}`
}

/** Whether it is the application's page, whatever it shows. */
export function isPageUrl(url: string): boolean {
  return url.replace(/#.*$/, '') === appPageUrl()
}

export function isAppUrl(url: string): boolean {
  // An origin has no trailing slash.
  const urlWithSlash = url.endsWith('/') ? url : `${url}/`
  return urlWithSlash.startsWith(`${appOrigin}/`) || isDevelopmentUrl(urlWithSlash)
}

function isDevelopmentUrl(url: string): boolean {
  if (!developmentUrl) return false
  const { host } = new URL(developmentUrl)
  return ['http', 'ws'].some((scheme) => url.startsWith(`${scheme}://${host}/`))
}

const allowedProtocols = ['https:', 'http:', 'mailto:']

/** Returns undefined for invalid URLs and harmful ones (`file:`, `smb:`, `javascript:`). */
export function parseExternalUrl(text: string): URL | undefined {
  try {
    const url = new URL(text)
    return allowedProtocols.includes(url.protocol) ? url : undefined
  } catch {
    return undefined
  }
}
