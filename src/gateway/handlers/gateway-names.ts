// Gives files, operations and uploads names and URLs of this gateway, and finds the upstream that a name belongs to.

import { unknownName } from '#shared/endpoints/errors'
import { ApiError } from '#shared/schemas/api-error'
import type { Operation, UploadedFile } from '#shared/schemas/gemini-requests'
import { decodeLoosely } from '#shared/wire/base-url'
import type { HttpResponse } from '#shared/wire/http'
import { isObject, type JsonObject } from '#shared/wire/json-objects'
import { redactDeep } from '../redaction/json'
import { withoutQueryKey } from '../upstreams/forward'
import type { HandlerRequest } from './handler'
import { type Purpose, sealName, unsealName } from './sealed-name'
import { readJson } from './upstream-request'

/** The gateway's own URL with the prefix of the request: `http://127.0.0.1:4715/v1beta`. */
function rootOf({ origin, prefix }: HandlerRequest): string {
  return origin + prefix.replace('/upload', '')
}

function toGatewayDownloadUrl(uri: string, request: HandlerRequest): string {
  return `${rootOf(request)}/files/${sealFile(uri, request)}:download?alt=media`
}

/** `uri` is the upstream's URL, or `files/<id>` if it gives none. */
function sealFile(uri: string, request: HandlerRequest): string {
  return sealName('file', { upstream: request.upstream.id, name: withoutKey(uri) }, request)
}

/** No credential belongs in a name, sealed or not. */
export function withoutKey(url: string): string {
  return withoutQueryKey(url, /^(?:key|access_token)=/i)
}

/** Returns the id after the last `files/`: SDKs embed an http URL in their own (wire §5.3). */
export function lastFileId(url: string): string | undefined {
  return [...decodeLoosely(url).matchAll(/(?:^|\/)files\/([a-z0-9]+)/g)].at(-1)?.[1]
}

/**
 * Returns the upstream's own name, and switches the request to that upstream, so that selecting another one does not
 * affect work in progress. Throws NOT_FOUND if this gateway has not sealed the id, or no longer knows the upstream.
 */
export function resolveSealedName(request: HandlerRequest, purpose: Purpose, id: string): string {
  const sealed = unsealName(purpose, id, request)
  if (!sealed) throw unknownName(purpose)
  const isActive = sealed.upstream === request.upstream.id
  const upstream = isActive ? request.upstream : request.upstreamOf(sealed.upstream)
  if (!upstream)
    throw new ApiError(
      'NOT_FOUND',
      `This ${purpose} belongs to a provider that's no longer configured (${sealed.upstream}). Add it again in Settings to continue.`,
    )
  request.switchUpstream(upstream)
  return sealed.name
}

/** `name` and `uri` get the same id, which unseals to the upstream's name and URI. */
export function rewriteFile(file: UploadedFile, request: HandlerRequest): UploadedFile {
  const { name, uri, downloadUri, error } = file
  const id = isText(name) || isText(uri) ? sealFile(joinNames(name, uri), request) : undefined
  return {
    ...file,
    ...(isText(name) ? { name: `files/${id}` } : {}),
    ...(isText(uri) ? { uri: `${rootOf(request)}/files/${id}` } : {}),
    ...(isText(downloadUri) ? { downloadUri: toGatewayDownloadUrl(downloadUri, request) } : {}),
    ...(error === undefined ? {} : { error: redactDeep(error, request.redact) }),
  }
}

/** The upstream's name and URI of a file. */
interface UpstreamFileNames {
  /** `files/abc`; undefined for an external link. */
  readonly name: string | undefined
  /** The reference to use in prompts: the upstream's URI, or the name if it gave none. */
  readonly uri: string
}

/** Appears in no name and no URL. */
const divider = '\n'

/** Parses the text sealed by `rewriteFile`. */
export function unsealFileNames(sealed: string): UpstreamFileNames {
  const [first = '', second] = sealed.split(divider, 2)
  return second === undefined ? { name: nameIn(first), uri: first } : { name: first, uri: second }
}

function joinNames(name: string | undefined, uri: string | undefined): string {
  if (!isText(uri)) return name ?? ''
  return isText(name) && nameIn(uri) !== name ? name + divider + uri : uri
}

function nameIn(uri: string): string | undefined {
  const id = /(?:^|\/v1beta\/)files\/([^/:?#]+)(?:[:?#]|$)/.exec(uri)?.[1]
  return id === undefined ? undefined : `files/${id}`
}

/** Bytes of a response about files. */
const maxBytes = 16 * 1024 * 1024

/** Throws UNAVAILABLE if the response is not a JSON object. */
export async function readObject(response: HttpResponse): Promise<JsonObject> {
  const value = await readJson(response.body, maxBytes, invalidFile)
  if (isObject(value)) return value
  throw invalidFile()
}

function invalidFile(): ApiError {
  return new ApiError('UNAVAILABLE', 'The provider returned an invalid file resource.')
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

export function rewriteOperation(operation: Operation, request: HandlerRequest): Operation {
  const upstreamName = { upstream: request.upstream.id, name: operation.name }
  const name = `operations/${sealName('operation', upstreamName, request)}`
  const { response, error } = operation
  return {
    ...operation,
    name,
    // Only strings are changed, so the types stay the same.
    ...(response ? { response: rewriteUris(response, request) as typeof response } : {}),
    ...(error ? { error: redactDeep(error, request.redact) as typeof error } : {}),
  }
}

/** Rewrites every `uri` of a file, at any depth; inline bytes are not touched. */
function rewriteUris(value: unknown, request: HandlerRequest): unknown {
  if (Array.isArray(value)) return value.map((element) => rewriteUris(element, request))
  if (typeof value !== 'object' || value === null) return value
  const pairs = Object.entries(value).map(([name, member]) => {
    const isFile = name === 'uri' && typeof member === 'string' && /^https?:|^\/|^files\//.test(member)
    return [name, isFile ? toGatewayDownloadUrl(member, request) : rewriteUris(member, request)] as const
  })
  return Object.fromEntries(pairs)
}
