// Gives an uploaded file this gateway's own names, and leaves everything else as it came.
import { ApiError } from '#shared/schemas/api-error'
import type { UploadedFile } from '#shared/schemas/uploaded-file'
import type { Answer } from '#shared/wire/call'
import { readJson } from './ask-upstream'
import { type Sealing, sealFile, toOwnDownload } from './own-address'
import { concealDeeply } from './upstream-error'

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
export interface FileAddress {
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
