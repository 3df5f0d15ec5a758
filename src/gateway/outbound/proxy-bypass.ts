// Which hosts are reached without the proxy: the lists of NO_PROXY and of the settings.
import { BlockList, isIP } from 'node:net'
import { domainToASCII } from 'node:url'

export interface Destination {
  /** Lower-case, without brackets or a last dot. */
  readonly host: string
  readonly port: number
}

type Rule = (destination: Destination) => boolean

export function readDestination(origin: string): Destination & { readonly protocol: string } {
  const { protocol, hostname, port } = new URL(origin)
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return { protocol, host, port: Number(port) || (protocol === 'https:' ? 443 : 80) }
}

/**
 * `*`, `example.com` (and what is below it), `.example.com`, `*.example.com`, `10.0.0.0/8`, `::1`, each with a port
 * or without, and `<local>`: names without a dot. An entry that is none of these matches nothing.
 */
export function readBypass(entries: readonly string[]): Rule {
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

/** The pieces around the stars, in order; linear, whatever the pattern. */
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
  const most = isIP(address) === 4 ? 32 : 128
  if (!isIP(address) || Number(bits) > most) return () => false
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
