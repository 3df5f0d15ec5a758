// Parses and validates a JSON request body; errors name the path, or the line and column (decisions §4).
import { isUtf8 } from 'node:buffer'
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import type { z } from 'zod'
import { identifyEndpoint } from '#shared/endpoints/endpoints'
import {
  compressedBody,
  invalidField,
  invalidFields,
  invalidJson,
  missingText,
  notJsonType,
  type Violation,
} from '#shared/endpoints/errors'
import { type Route, type RouteId, routes } from '#shared/endpoints/routes'
import { type ModelEntry, toNeutralId } from '#shared/models/catalog'
import { RelayedRequest } from '#shared/schemas/openai-requests'
import { mayHaveLargeInteger, parseExactJson } from '#shared/wire/exact-json'
import type { HttpHeaders } from '#shared/wire/http'
import { toBuffer } from '../bytes'
import type { TranslatedCall, translateCall } from '../openai-to-gemini/translate-call'

const maxViolations = 20

export interface BodyTarget {
  readonly route: RouteId
  /** Empty if the path has no model. */
  readonly model: string
  /** The models of the gateway, if a request of an OpenAI client must be translated; otherwise it is passed on. */
  readonly translatesFor?: readonly ModelEntry[] | undefined
}

/** The facts that are read from a body. */
export interface BodyContent {
  /** The specification's name of the endpoint, or null. */
  readonly endpoint: string | null
  /** Present if the body names the model. */
  readonly namedModel?: string
  /** Present if the body was translated. */
  readonly call?: TranslatedCall
}

/** With the reason why a body is invalid, which has every violation in its details. */
export interface Validation extends BodyContent {
  readonly error?: unknown
}

/** Translates, too, if the target needs it. That code is loaded with the first request of an OpenAI client. */
export async function validateAndTranslate(bytes: Uint8Array, target: BodyTarget): Promise<Validation> {
  if (!target.translatesFor) return validateBody(bytes, target)
  const { translateCall } = await import('../openai-to-gemini/translate-call')
  return validateBody(bytes, target, translateCall)
}

export function validateBody(
  bytes: Uint8Array,
  { route, model, translatesFor }: BodyTarget,
  translate?: typeof translateCall,
): Validation {
  let json: unknown
  const describe = () => ({
    endpoint: identifyEndpoint(route, model || undefined, json) ?? null,
    ...(routes[route].dialect === 'openai' ? readModel(json) : {}),
  })
  try {
    const text = decode(bytes)
    json = parseJson(text)
    const isRelayed = routes[route].dialect === 'openai' && !translatesFor
    checkShape(isRelayed ? RelayedRequest : schemaOf(route), json)
    checkText(route, model, json)
    if (route === 'batchEmbedContents') checkBatchModels(model, json)
    const call = translatesFor && translate?.(route, readExactly(text, json), translatesFor)
    return call ? { ...describe(), call } : describe()
  } catch (error) {
    return { ...describe(), error }
  }
}

function readExactly(text: string, json: unknown): unknown {
  return mayHaveLargeInteger(text) ? parseExactJson(text) : json
}

function readModel(json: unknown): Pick<BodyContent, 'namedModel'> {
  const { model } = Object(json) as { model?: unknown }
  return typeof model === 'string' ? { namedModel: model } : {}
}

function schemaOf(route: RouteId): z.ZodType | undefined {
  const { request }: Route = routes[route]
  return request
}

function checkShape(schema: z.ZodType | undefined, json: unknown): void {
  if (!schema) return
  const result = schema.safeParse(json)
  if (result.success) return
  throw invalidFields(result.error.issues.slice(0, maxViolations).map(toViolation))
}

/** E4–E7: the specification's tables mark the text as required. */
const needText: Partial<Record<RouteId, readonly string[]>> = {
  generateContent: ['gen-3.1-pro-preview', 'gen-3-pro-image-preview'],
  streamGenerateContent: ['gen-2.5-pro', 'gen-3.1-pro-preview'],
}

/** `json` has passed `checkShape`. */
function checkText(route: RouteId, model: string, json: unknown): void {
  if (!needText[route]?.includes(toNeutralId(model))) return
  const { contents } = json as { contents: readonly { parts: readonly { text?: unknown }[] }[] }
  const hasText = contents.some(({ parts }) =>
    parts.some(({ text }) => typeof text === 'string' && text !== ''),
  )
  if (!hasText) throw missingText()
}

/** As at the vendor, each request of a batch names the model of the URL, or none. `json` has passed `checkShape`. */
function checkBatchModels(name: string, json: unknown): void {
  const model = toNeutralId(name)
  const { requests } = json as { requests: readonly { model?: unknown }[] }
  for (const [index, request] of requests.entries()) {
    const named = request.model
    if (named === undefined || (typeof named === 'string' && toNeutralId(named) === model)) continue
    throw invalidField(`requests[${index}].model`, 'must be the model of the URL')
  }
}

function toViolation(issue: z.core.$ZodIssue): Violation {
  const description = issue.message.replace(
    /^Invalid input: expected (\w+), received (\w+)$/,
    'must be $1, not $2',
  )
  return { field: toPath(issue.path), description }
}

/** `['contents', 1, 'parts']` → `contents[1].parts`. */
function toPath(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '')
}

/** Characters; locating an error in a longer body would delay other requests. */
const maxSearchedLength = 4 * 1024 * 1024

export function checkContentType(headers: HttpHeaders): void {
  const type = readType(headers['content-type'])
  if (type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type))
    throw notJsonType(quoteType(type))
  checkEncoding(headers)
}

function readType(contentType = ''): string {
  return contentType.split(';')[0]?.trim().toLowerCase() ?? ''
}

/** Quotes only media types, because a client may have put its key into the wrong header. Undefined if there is none. */
export function quoteType(contentType: string | undefined): string | undefined {
  const type = readType(contentType)
  if (type === '') return undefined
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'not a media type'
}

export function checkEncoding(headers: HttpHeaders): void {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') throw compressedBody()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidJson(describeSyntaxError(text))
  }
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true })
/** The first byte of one in UTF-8. */
const byteOrderMark = 0xef

function decode(bytes: Uint8Array): string {
  try {
    // Node's own functions are several times as fast, but keep a byte order mark.
    if (bytes[0] !== byteOrderMark && isUtf8(bytes)) return toBuffer(bytes).toString('utf8')
    return strictDecoder.decode(bytes)
  } catch {
    throw invalidJson('The body is not valid UTF-8.')
  }
}

function describeSyntaxError(text: string): string {
  if (text.trim() === '') return 'The body is empty.'
  if (text.length > maxSearchedLength) return 'The body is not valid JSON.'
  const errors: ParseError[] = []
  try {
    parse(text, errors, { disallowComments: true })
  } catch {
    // The recursive parser has run out of stack.
    return 'The body is nested too deeply to locate the error.'
  }
  const [first] = errors
  if (!first) return 'The body is not valid JSON.'
  const before = text.slice(0, first.offset).split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  const description = printParseErrorCode(first.error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return `Line ${before.length}, column ${column}: ${description}.`
}
