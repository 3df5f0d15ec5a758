// Finds the proxy for an origin: from the environment, from the settings, or from a PAC result.

import { BlockList, isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { ApiError } from '#shared/schemas/api-error'
import { decodeLoosely } from '#shared/wire/base-url'
import type { FindProxy, ProxyRoute } from '../ports'
import type { ProxyServer } from './proxy-connect'

interface ProxySettings {
  /** `http://`, `https://`, `socks4://` or `socks5://`, without credentials. */
  readonly url: string
  readonly login: ProxyLogin | null
  readonly bypass: readonly string[]
}

const direct: ProxyRoute = { kind: 'direct' }

/** As in Chromium, these skip the proxy of the settings unless `<-loopback>` is on the bypass list. */
const loopback = ['localhost', '127.0.0.0/8', '::1', '169.254.0.0/16', 'fe80::/10']

/**
 * Reads HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, lower case first, as curl does.
 * Throws FAILED_PRECONDITION naming the variable that is not a valid proxy URL.
 */
export function proxyFromEnvironment(environment: Readonly<Record<string, string | undefined>>): FindProxy {
  const read = (...names: readonly string[]): ProxyRoute | undefined => {
    const name = names.flatMap((one) => [one.toLowerCase(), one]).find((one) => environment[one]?.trim())
    return name ? readVariable(name, environment[name] ?? '') : undefined
  }
  const secure = read('HTTPS_PROXY', 'ALL_PROXY')
  const plain = read('HTTP_PROXY', 'ALL_PROXY')
  const exempt = environment.no_proxy || environment.NO_PROXY || ''
  const isExempt = readBypass(exempt.split(/[\s,]+/).filter((entry) => entry !== ''))
  return memoize((origin) => {
    const destination = readDestination(origin)
    const route = destination.protocol === 'https:' ? secure : plain
    return route && !isExempt(destination) ? route : direct
  })
}

/** Throws FAILED_PRECONDITION, `param: 'proxyUrl'`, if the URL is not a valid proxy URL. */
export function proxyFromSettings({ url, login, bypass }: ProxySettings): FindProxy {
  const route = readProxyUrl(url)
  if (!route)
    throw new ApiError(
      'FAILED_PRECONDITION',
      "The proxy address isn't valid. Use a format like http://host:8080 or socks5://host:1080.",
      { param: 'proxyUrl' },
    )
  const proxy = withLogin(route, login)
  const entries = bypass.map((entry) => entry.trim())
  const isExempt = readBypass(entries.includes('<-loopback>') ? entries : [...entries, ...loopback])
  return memoize((origin) => (isExempt(readDestination(origin)) ? direct : proxy))
}

/**
 * Returns the first supported entry of `PROXY a:1; SOCKS5 b:2; DIRECT`; an empty text means a direct connection.
 * A PAC file can name any proxy, so the login goes only to those it was entered for. Throws FAILED_PRECONDITION if no
 * entry is supported.
 */
export function readPacAnswer(text: string, login: ProxyLogin | null): ProxyRoute {
  const entries = splitPacAnswer(text)
  if (entries.length === 0) return direct
  const [route] = entries.flatMap((entry) => readPacEntry(entry) ?? [])
  if (route) return route.kind === 'direct' ? route : withLogin(route, login)
  throw new ApiError(
    'FAILED_PRECONDITION',
    "The system's proxy type isn't supported. Enter the proxy in Settings > Network, or use the system network stack.",
    { param: 'proxyMode' },
  )
}

export function listPacProxies(text: string): ProxyServer[] {
  return splitPacAnswer(text)
    .flatMap((entry) => readPacEntry(entry) ?? [])
    .flatMap((route) => (route.kind === 'direct' ? [] : [route]))
}

function splitPacAnswer(text: string): string[] {
  return text.split(';').flatMap((entry) => entry.trim() || [])
}

/** `SOCKS` alone means version 4 in a PAC file, unlike in a URL. */
const pacSchemes: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS: 'socks4',
  SOCKS4: 'socks4',
  SOCKS5: 'socks5',
}

function readPacEntry(entry: string): ProxyRoute | undefined {
  const [kind = '', address = ''] = entry.split(/\s+/)
  if (kind.toUpperCase() === 'DIRECT') return direct
  const scheme = pacSchemes[kind.toUpperCase()]
  return scheme ? readProxyUrl(`${scheme}://${address}`) : undefined
}

function readVariable(name: string, text: string): ProxyRoute {
  const route = readProxyUrl(text)
  if (route) return route
  throw new ApiError(
    'FAILED_PRECONDITION',
    `${name} isn't a valid proxy address. Use a format like http://host:8080 or socks5://name:password@host:1080.`,
    { param: name },
  )
}

/** Caches the results: called for each request, with few origins. */
function memoize(find: (origin: string) => ProxyRoute): FindProxy {
  const known = new Map<string, ProxyRoute>()
  return (origin) => {
    const route = known.get(origin) ?? find(origin)
    known.set(origin, route)
    return route
  }
}

/** A name and password, and the proxies for which they were entered. */
export interface ProxyLogin {
  /** `name:password`. */
  readonly credentials: string
  /** `host:port` of each; absent if they are for any proxy. */
  readonly hosts?: readonly string[] | undefined
}

/** Adds the login to the proxy if it was entered for it. */
export function withLogin(proxy: ProxyServer, login: ProxyLogin | null): ProxyServer {
  if (!login || (login.hosts && !login.hosts.includes(toProxyHost(proxy)))) return proxy
  return { ...proxy, credentials: readCredentials(login.credentials) }
}

export function toProxyHost({ host, port }: Pick<ProxyServer, 'host' | 'port'>): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

const schemes: Readonly<Record<string, { readonly kind: ProxyServer['kind']; readonly port: number }>> = {
  'http:': { kind: 'http', port: 80 },
  'https:': { kind: 'https', port: 443 },
  'socks:': { kind: 'socks5', port: 1080 },
  'socks4:': { kind: 'socks4', port: 1080 },
  'socks4a:': { kind: 'socks4', port: 1080 },
  'socks5:': { kind: 'socks5', port: 1080 },
  'socks5h:': { kind: 'socks5', port: 1080 },
}

/** `host:8080` is an HTTP proxy. Returns undefined if the text is not a valid proxy URL. */
export function readProxyUrl(text: string): ProxyServer | undefined {
  const trimmed = text.trim()
  try {
    const url = new URL(/^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`)
    const scheme = schemes[url.protocol]
    const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase()
    if (!scheme || host === '' || url.search !== '' || url.hash !== '') return undefined
    const credentials = { name: decodeLoosely(url.username), password: decodeLoosely(url.password) }
    const route = { kind: scheme.kind, host, port: Number(url.port) || scheme.port }
    return credentials.name || credentials.password ? { ...route, credentials } : route
  } catch {
    return undefined
  }
}

/** `name:password`; the password may have colons. */
function readCredentials(text: string) {
  const colon = text.indexOf(':')
  return colon < 0
    ? { name: text, password: '' }
    : { name: text.slice(0, colon), password: text.slice(colon + 1) }
}

interface Destination {
  /** Lower-case, without brackets or a last dot. */
  readonly host: string
  readonly port: number
}

type Rule = (destination: Destination) => boolean

function readDestination(origin: string): Destination & { readonly protocol: string } {
  const { protocol, hostname, port } = new URL(origin)
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return { protocol, host, port: Number(port) || (protocol === 'https:' ? 443 : 80) }
}

/**
 * Supports `*`, `example.com` (with its subdomains), `.example.com`, `*.example.com`, `10.0.0.0/8`, `::1`, each with or
 * without a port, and `<local>` for names without a dot. Any other entry matches nothing.
 */
function readBypass(entries: readonly string[]): Rule {
  const rules = entries.map((entry) =>
    readEntry(
      entry
        .trim()
        .toLowerCase()
        .replace(/^https?:\/\//, ''),
    ),
  )
  return (destination) => rules.some((rule) => rule(destination))
}

function readEntry(entry: string): Rule {
  if (entry === '<local>') return ({ host }) => !host.includes('.') && !host.includes(':')
  if (entry.includes('/')) return readRange(entry)
  if (isIP(entry)) return matchAddress(entry)
  const [, name = '', port] = /^(.*?)(?::(\d{1,5}))?$/.exec(entry) ?? []
  const rule = matchHost(name.replace(/^\[|\]$/g, ''))
  return port ? (destination) => destination.port === Number(port) && rule(destination) : rule
}

function matchHost(name: string): Rule {
  if (isIP(name)) return matchAddress(name)
  const pattern = (domainToASCII(name) || name).replace(/^\./, '').replace(/\.$/, '')
  if (pattern === '') return () => false
  if (pattern.includes('*')) return ({ host }) => matchesStars(host, pattern.split('*'))
  return ({ host }) => host === pattern || host.endsWith(`.${pattern}`)
}

/** Matches the parts between the stars in order; takes linear time for any pattern. */
function matchesStars(host: string, pieces: readonly string[]): boolean {
  const first = pieces[0] ?? ''
  const last = pieces[pieces.length - 1] ?? ''
  if (!host.startsWith(first) || !host.endsWith(last)) return false
  let at = first.length
  for (const piece of pieces.slice(1, -1)) {
    const found = host.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return at <= host.length - last.length
}

function matchAddress(address: string): Rule {
  const list = new BlockList()
  list.addAddress(address, familyOf(address))
  return contains(list)
}

function readRange(entry: string): Rule {
  const [, address = '', bits] = /^\[?([\da-f.:]+)\]?\/(\d{1,3})$/.exec(entry) ?? []
  const maxBits = isIP(address) === 4 ? 32 : 128
  if (!isIP(address) || Number(bits) > maxBits) return () => false
  const list = new BlockList()
  list.addSubnet(address, Number(bits), familyOf(address))
  return contains(list)
}

function contains(list: BlockList): Rule {
  return ({ host }) => isIP(host) !== 0 && list.check(host, familyOf(host))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6'
}
