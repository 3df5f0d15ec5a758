// Maps model names for the vendor APIs: in paths, JSON bodies and errors (decisions §10, wire §11).

import { findRetirement, resolveModel } from '#shared/models/aliases'
import { readErrorBody } from '#shared/schemas/api-error'
import type { Alias } from '#shared/schemas/model'
import { decodeLoosely } from '#shared/wire/base-url'
import type { HttpResponse } from '#shared/wire/http'
import { tryParseJson } from '#shared/wire/json-objects'
import { readErrorBytes } from '#shared/wire/read-body'
import { LoopShare, toBuffer } from '../bytes'
import { findStrings, type JsonString, type Splice, spliceBytes } from '../json-strings'
import { withoutQueryKey } from './forward'

interface VendorPath {
  readonly api: 'gemini' | 'openai'
  /** Includes the query, but without `key`. */
  readonly path: string
  /** Present if the path calls a model (`/models/{model}:{verb}`); paths of operations are the upstream's own. */
  readonly model?: ModelNames
}

export interface ModelNames {
  /** As the client sent it, without `models/`. */
  readonly requested: string
  /** As sent to the vendor. */
  readonly sent: string
}

export function toVendorPath(path: string, rename: (model: string) => string): VendorPath {
  const keyless = withoutQueryKey(path)
  if (/^\/v1\/(?:audio\/|models(?:[/?]|$))/.test(keyless)) return { api: 'openai', path: keyless }
  const plain = keyless.replace(/^(\/upload)?\/v1(\/upload)?\/v1beta(?=[/?]|$)/, '$1$2/v1beta')
  const [pathname, query] = cutQuery(plain)
  // Decoded as in the gateway: `models%2Fx` and `x%3Averb` name a model, too.
  const match = /^\/v1beta\/models\/(?:models\/)?([^/]+):(\w+)$/.exec(decodeLoosely(pathname))
  const requested = match?.[1]
  if (!match || requested === undefined) return { api: 'gemini', path: plain }
  const sent = rename(requested)
  const renamed = `/v1beta/models/${encodeURIComponent(sent)}:${match[2]}${query}`
  return { api: 'gemini', path: renamed, model: { requested, sent } }
}

function cutQuery(path: string): readonly [string, string] {
  const mark = path.indexOf('?')
  return mark < 0 ? [path, ''] : [path.slice(0, mark), path.slice(mark)]
}

/** Matches the model of the request, of each request of a batch, and of the request whose tokens are counted. */
const modelNameFilter = {
  names: new Set(['model']),
  paths: /^(?:requests\[\d+\]\.|generateContentRequest\.|generate_content_request\.)?model$/,
  skipped: new Set<string>(),
}

/** `body` must be valid JSON in UTF-8, as the gateway has checked. Returns `body` itself if nothing is renamed. */
export async function renameInJson(body: Uint8Array, rename: (model: string) => string): Promise<Uint8Array> {
  const bytes = toBuffer(body)
  if (!(await namesModel(bytes))) return body
  const splices = (await findStrings(bytes, modelNameFilter)).flatMap((model) => toSplice(model, rename))
  return splices.length === 0 ? body : await spliceBytes(bytes, splices)
}

/** Fast on bodies of any size. Ignores `"role":"model"`, which every conversation has. */
async function namesModel(bytes: Buffer): Promise<boolean> {
  const share = new LoopShare()
  for (let at = bytes.indexOf('"model"'); at >= 0; at = bytes.indexOf('"model"', at + 7)) {
    let next = at + 7
    while (isSpace(bytes[next])) next += 1
    if (bytes[next] === 0x3a) return true
    if (share.isUsedUp) await share.yield()
  }
  return false
}

/** `models/x` becomes `models/y`, `x` becomes `y`. */
function toSplice({ text, start, end }: JsonString, rename: (model: string) => string): Splice[] {
  const prefix = text.startsWith('models/') ? 'models/' : ''
  const renamed = prefix + rename(text.slice(prefix.length))
  return renamed === text ? [] : [{ start, end, text: JSON.stringify(renamed) }]
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d
}

/** Adds an explanation to an error about an unknown model; returns other responses unchanged. */
export async function explainUnknownModel(
  response: HttpResponse,
  names: ModelNames,
  aliases: readonly Alias[],
): Promise<HttpResponse> {
  if (![400, 403, 404].includes(response.status)) return response
  const bytes = await readErrorBytes(response.body)
  const read = { ...response, body: bytes }
  const body = tryParseJson(new TextDecoder().decode(bytes))
  const error = readErrorBody(response.status, body)
  const explanation = explainNames(names, aliases)
  if (!error || explanation === '' || !isAboutModel(response.status, error.message)) return read
  const { 'content-length': _, 'content-encoding': __, ...headers } = response.headers
  const message = `${error.message} ${explanation}`
  return { ...read, headers, body: Buffer.from(JSON.stringify(withMessage(body, message))) }
}

/** The transcription API has other errors for an unknown model, too. */
function isAboutModel(status: number, message: string): boolean {
  // Bounded, because a text that repeats `model` would be scanned to its end from each occurrence.
  return (
    status === 404 || /invalid model|model .{0,200}does not exist|not have access to model/i.test(message)
  )
}

function explainNames({ requested, sent }: ModelNames, aliases: readonly Alias[]): string {
  const mapped =
    requested === sent ? '' : `${requested} is sent as ${sent}. You can change this in Settings > Models.`
  const { by } = resolveModel(requested, aliases)
  const retired = findRetirement(by === 'alias' ? sent : requested)
  if (!retired) return mapped
  const retirement = `The provider's retirement date for ${by === 'alias' ? sent : requested} is ${retired.date}.`
  return mapped === ''
    ? `${retirement} Choose a different provider model ID in Settings > Models.`
    : `${retirement} ${mapped}`
}

function withMessage(body: unknown, message: string): unknown {
  // `readErrorBody` has found an error object in it, bare or as the only element of an array.
  const bare = (Array.isArray(body) ? body[0] : body) as { error: object }
  return { ...bare, error: { ...bare.error, message } }
}
