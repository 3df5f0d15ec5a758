// Gives files, operations and uploads names and URLs of this gateway, and finds the upstream that a name belongs to.

import type { RouteId } from '#shared/endpoints/routes'
import { ApiError } from '#shared/schemas/api-error'
import type { Operation } from '#shared/schemas/operation'
import type { UploadedFile } from '#shared/schemas/uploaded-file'
import type { Answer } from '#shared/wire/call'
import { redactSecrets } from '../exchange-log/redact'
import type { GatewayCall } from './handler'
import { type MadeName, type NameKeys, type Purpose, sealOwn, unsealOwn } from './sealed-name'
import { concealDeeply } from './upstream-error'
import { readJson } from './upstream-request'

/** Where the gateway's own addresses begin, and for whom they are sealed. */
interface Sealing extends NameKeys {
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
function toOwnDownload(uri: string, sealing: Sealing): string {
  return `${sealing.root}/files/${sealFile(uri, sealing)}:download?alt=media`
}

/** `uri`: whole as it came, or `files/<id>` where the upstream tells no address. */
function sealFile(uri: string, sealing: Sealing): string {
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

export interface Opened<Id extends RouteId = RouteId> {
  /** As its maker names it. */
  readonly name: string
  /** The same call, with the maker as its upstream. */
  readonly call: GatewayCall<Id>
}

const subjects: Record<Purpose, string> = {
  operation: 'This operation',
  file: 'This file',
  upload: 'This upload',
}

/** Throws NOT_FOUND for what this gateway did not name, or whose maker it no longer knows. */
export function openName<Id extends RouteId>(
  call: GatewayCall<Id>,
  purpose: Purpose,
  id: string,
): Opened<Id> {
  const made = unsealOwn(purpose, id, call)
  if (made) return { name: made.name, call: turnTo(call, purpose, made) }
  throw new ApiError(
    'NOT_FOUND',
    `${subjects[purpose]} is not known to this gateway. It may have been made under another local key.`,
  )
}

function turnTo<Id extends RouteId>(
  call: GatewayCall<Id>,
  purpose: Purpose,
  made: MadeName,
): GatewayCall<Id> {
  const upstream = made.upstream === call.upstream.id ? call.upstream : call.upstreamOf(made.upstream)
  if (!upstream)
    throw new ApiError(
      'NOT_FOUND',
      `${subjects[purpose]} is kept by an upstream (${made.upstream}) that is no longer set up here. Enter it again in Settings to go on.`,
    )
  call.notes.noteUpstream(upstream.kind)
  return { ...call, upstream }
}

/** `name` and `uri` bear the same id: one opens to both of the upstream's. */
export function rewriteFile(file: UploadedFile, sealing: Sealing): UploadedFile {
  const { name, uri, downloadUri, error } = file
  const id = isText(name) || isText(uri) ? sealFile(joinAddress(name, uri), sealing) : undefined
  return {
    ...file,
    ...(isText(name) ? { name: `files/${id}` } : {}),
    ...(isText(uri) ? { uri: `${sealing.root}/files/${id}` } : {}),
    ...(isText(downloadUri) ? { downloadUri: toOwnDownload(downloadUri, sealing) } : {}),
    ...(error === undefined ? {} : { error: concealDeeply(error, sealing.conceal) }),
  }
}

/** The upstream's own two names of a file. */
interface FileAddress {
  /** `files/abc`; undefined for a link to elsewhere. */
  readonly name: string | undefined
  /** What a prompt must name the file by: whole as it came, or the name where none came. */
  readonly uri: string
}

/** Stands in no name and no address. */
const divider = '\n'

/** Reads back what was sealed. */
export function readAddress(sealed: string): FileAddress {
  const [first = '', second] = sealed.split(divider, 2)
  return second === undefined ? { name: nameIn(first), uri: first } : { name: first, uri: second }
}

/** The address alone where it tells the name. */
function joinAddress(name: string | undefined, uri: string | undefined): string {
  if (!isText(uri)) return name ?? ''
  return isText(name) && nameIn(uri) !== name ? name + divider + uri : uri
}

function nameIn(uri: string): string | undefined {
  const id = /(?:^|\/v1beta\/)files\/([^/:?#]+)(?:[:?#]|$)/.exec(uri)?.[1]
  return id === undefined ? undefined : `files/${id}`
}

type JsonObject = Readonly<Record<string, unknown>>

/** Bytes of an answer about files. */
const maxBytes = 16 * 1024 * 1024

/** Throws UNAVAILABLE where the answer is no JSON object. */
export async function readObject(answer: Answer): Promise<JsonObject> {
  const value = await readJson(answer.body, maxBytes, noFile)
  if (isObject(value)) return value
  throw noFile()
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function noFile(): ApiError {
  return new ApiError('UNAVAILABLE', 'The upstream answered with something that describes no file.')
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

export function rewriteOperation(operation: Operation, sealing: Sealing): Operation {
  const made = { upstream: sealing.upstream, name: operation.name }
  const name = `operations/${sealOwn('operation', made, sealing)}`
  const { response, error } = operation
  return {
    ...operation,
    name,
    // The walks change texts only, so the shapes stay what they were.
    ...(response ? { response: rewriteUris(response, sealing) as typeof response } : {}),
    ...(error ? { error: concealDeeply(error, sealing.conceal) as typeof error } : {}),
  }
}

/** Every `uri` of a file, wherever an upstream puts it; inline bytes are not touched. */
function rewriteUris(value: unknown, sealing: Sealing): unknown {
  if (Array.isArray(value)) return value.map((element) => rewriteUris(element, sealing))
  if (typeof value !== 'object' || value === null) return value
  const pairs = Object.entries(value).map(([name, member]) => {
    const isFile = name === 'uri' && typeof member === 'string' && /^https?:|^\/|^files\//.test(member)
    return [name, isFile ? toOwnDownload(member, sealing) : rewriteUris(member, sealing)] as const
  })
  return Object.fromEntries(pairs)
}
