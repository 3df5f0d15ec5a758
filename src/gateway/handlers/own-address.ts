// Gives what an upstream made this gateway's own addresses, sealed with whatever is needed to find it again.
import { redactSecrets } from '../exchange-log/redact'
import type { GatewayCall } from './handler'
import { type NameKeys, sealOwn } from './sealed-name'

/** Where the gateway's own addresses begin, and for whom they are sealed. */
export interface Sealing extends NameKeys {
  /** The id of the upstream that made what is sealed. */
  readonly upstream: string
  /** The gateway's own address with the prefix of the call: `http://127.0.0.1:4715/v1beta`. */
  readonly root: string
  /** Of what the upstream says of a failure: it may name its key or its host. */
  readonly conceal: (text: string) => string
}

export function sealingOf(call: GatewayCall): Sealing {
  const root = call.origin + call.prefix.replace('/upload', '')
  const conceal = call.upstream.conceal ?? redactSecrets
  const { localKey, namingKey } = call
  return { localKey, namingKey, upstream: call.upstream.id, root, conceal }
}

/** The address where a file's bytes can be had. */
export function toOwnDownload(uri: string, sealing: Sealing): string {
  return `${sealing.root}/files/${sealFile(uri, sealing)}:download?alt=media`
}

/** `uri`: whole as it came, or `files/<id>` where the upstream tells no address. */
export function sealFile(uri: string, sealing: Sealing): string {
  return sealOwn('file', { upstream: sealing.upstream, name: withoutKey(uri) }, sealing)
}

/** No credential belongs into a name, sealed or not. */
export function withoutKey(address: string): string {
  const [whole = '', fragment] = address.split('#', 2)
  const mark = whole.indexOf('?')
  if (mark < 0) return address
  const pairs = whole.slice(mark + 1).split('&')
  const query = pairs.filter((pair) => !/^(?:key|access_token)=/i.test(pair)).join('&')
  const kept = query === '' ? whole.slice(0, mark) : `${whole.slice(0, mark)}?${query}`
  return fragment === undefined ? kept : `${kept}#${fragment}`
}

/** The id after the last `files/`: SDKs bury an http address inside their own (wire §5.3). */
export function lastFileId(address: string): string | undefined {
  return [...decodeLoosely(address).matchAll(/(?:^|\/)files\/([a-z0-9]+)/g)].at(-1)?.[1]
}

function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
