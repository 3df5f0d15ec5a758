// Replaces this gateway's file URIs in a request body with the upstream's own, before it is sent.
import { describeUnknownName, invalidFields } from '#shared/endpoints/errors'
import { LoopShare, toBuffer } from '../bytes'
import { findStrings, type JsonString, type Splice, spliceBytes } from '../json-strings'
import { lastFileId, unsealFileNames } from './gateway-names'
import type { HandlerRequest } from './handler'
import { type NameKeys, unsealName } from './sealed-name'

type UriContext = NameKeys & Pick<HandlerRequest, 'upstream' | 'origin'>

/** Matches the file URIs of a request. Tool arguments and results are data: URLs in them are not replaced. */
const fileUriFilter = {
  names: new Set(['fileUri', 'file_uri', 'uri']),
  paths: /(?:fileUri|file_uri)$|^instances\[.*\.uri$/,
  skipped: new Set(['args', 'response', 'tools', 'generationConfig', 'generation_config']),
} as const

/** Upstreams' own file ids are at most this long; sealed ones are always longer. */
const maxForeignIdLength = 40

/**
 * `body` must be valid JSON. Other bytes and external URLs are unchanged; returns `body` itself if nothing changes.
 * Throws INVALID_ARGUMENT with the JSON path for a file that the request's upstream does not have.
 */
export async function replaceGatewayFileUris(body: Uint8Array, context: UriContext): Promise<Uint8Array> {
  if (!mayNameFiles(body)) return body
  const bytes = toBuffer(body)
  const share = new LoopShare()
  const splices: Splice[] = []
  for (const found of await findStrings(bytes, fileUriFilter)) {
    const splice = toSplice(found, context)
    if (splice) splices.push(splice)
    if (share.isUsedUp) await share.yield()
  }
  return splices.length === 0 ? body : await spliceBytes(bytes, splices)
}

/** As bytes, because every request is searched for them. */
const filesBytes = Buffer.from('files')
const escapedAscii = Buffer.from('\\u00')

/** Fast on bodies of any size. A character may also be written as a Unicode escape. */
export function mayNameFiles(body: Uint8Array): boolean {
  const bytes = toBuffer(body)
  return bytes.includes(filesBytes) || bytes.includes(escapedAscii)
}

/** Characters; a URL of this gateway is shorter. */
const maxUriLength = 16_384

function toSplice(found: JsonString, context: UriContext): Splice | undefined {
  const { upstream, origin } = context
  const { path, text, start, end } = found
  if (text.length > maxUriLength) return undefined
  const id = lastFileId(text)
  if (id === undefined) return undefined
  const upstreamName = unsealName('file', id, context)
  if (!upstreamName && isGatewayUri(text, id, origin))
    throw invalidFields([{ field: path, description: unknownFile }])
  if (!upstreamName) return undefined
  if (upstreamName.upstream !== upstream.id)
    throw invalidFields([{ field: path, description: describeOther(upstreamName.upstream, upstream.id) }])
  return { start, end, text: JSON.stringify(unsealFileNames(upstreamName.name).uri) }
}

const unknownFile = `${describeUnknownName('this file')} Upload it again.`

function describeOther(owner: string, current: string): string {
  return `this file belongs to ${owner}, but the current provider is ${current}. Upload it again, or switch back in Settings.`
}

function isGatewayUri(uri: string, id: string, origin: string): boolean {
  if (id.length <= maxForeignIdLength) return false
  return uri === `files/${id}` || uri.startsWith(`${origin}/`)
}
