// Parses a proxy's URL as people paste it, lists of hosts, and the system's proxy settings.

interface PastedProxy {
  /** Without a username and a password. */
  readonly url: string
  /** From the URL; null if it had none. */
  readonly credentials: { readonly name: string; readonly password: string } | null
}

/** `http://ada:secret@host:8080` is a URL and a secret, which are stored in different places. */
export function splitProxy(pasted: string): PastedProxy {
  const [, scheme = '', userInfo, rest = ''] = /^\s*(\w+:\/\/)?(?:([^/]*)@)?([^@]*?)\s*$/.exec(pasted) ?? []
  if (userInfo === undefined) return { url: pasted, credentials: null }
  const colon = userInfo.indexOf(':')
  const name = colon < 0 ? userInfo : userInfo.slice(0, colon)
  const password = colon < 0 ? '' : userInfo.slice(colon + 1)
  return { url: `${scheme}${rest}`, credentials: { name: decode(name), password: decode(password) } }
}

/** `host:8080` is an HTTP proxy; a URL with a scheme is returned unchanged. */
export function completeProxy(typed: string): string {
  const text = typed.trim()
  return text === '' || /^\w+:\/\//.test(text) ? text : `http://${text}`
}

/** Percent signs that encode nothing are taken literally. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const schemes: Readonly<Record<string, string>> = {
  PROXY: 'the proxy',
  HTTP: 'the proxy',
  HTTPS: 'the HTTPS proxy',
  SOCKS: 'the SOCKS proxy',
  SOCKS4: 'the SOCKS proxy',
  SOCKS5: 'the SOCKS proxy',
}

/** `PROXY a:1; DIRECT` becomes `through the proxy a:1, or directly`. */
export function describePac(answer: string): string {
  const routes = answer.split(';').flatMap((entry) => {
    const [kind = '', host = ''] = entry.trim().split(/\s+/)
    if (kind.toUpperCase() === 'DIRECT') return ['directly']
    const scheme = schemes[kind.toUpperCase()]
    return scheme && host ? [`through ${scheme} ${host}`] : []
  })
  return routes.length > 0 ? routes.join(', or ') : 'directly'
}

/** Hosts separated by line breaks, spaces, commas or semicolons. */
export function parseBypass(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
}
