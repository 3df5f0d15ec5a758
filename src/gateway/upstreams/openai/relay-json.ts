// Requests in OpenAI's own dialect, which a server gets as they are, except for the name of the model.
import { ApiError, toErrorCode, toOpenAiBody } from '#shared/schemas/api-error'
import type { HttpResponse } from '#shared/wire/http'
import { tryParseJson } from '#shared/wire/parse-json'
import { readErrorBytes } from '#shared/wire/read-body'
import { toBuffer } from '../../bytes'
import { findStrings, type JsonString, type Splice, spliceBytes } from '../../json-strings'
import { toShortCallId } from '../../translation/short-call-id'
import { readServerError } from './error-bodies'

const modelFilter = { names: new Set(['model']), paths: /^model$/, skipped: new Set(['messages', 'tools']) }

const callIdFilter = {
  names: new Set(['id', 'tool_call_id']),
  paths: /^messages\[\d+\]\.(?:tool_calls\[\d+\]\.id|tool_call_id)$/,
  skipped: new Set(['content', 'tools']),
}

export interface RenamedRequest {
  readonly body: Uint8Array
  /** As the client named the model; undefined if it named none. */
  readonly requested: string | undefined
  readonly sent: string | undefined
}

/** `bytes` must be valid JSON. Also shortens the IDs of calls; no other byte is changed. */
export async function renameModel(
  bytes: Uint8Array,
  resolve: (name: string) => Promise<string>,
): Promise<RenamedRequest> {
  const buffer = toBuffer(bytes)
  const names = await findStrings(buffer, modelFilter)
  // Parsers read the last one of several members with the same name.
  const requested = names.at(-1)?.text
  const sent = requested === undefined ? undefined : await resolve(requested)
  const renamed = sent === requested ? [] : names.map((name) => replace(name, sent ?? ''))
  const ids = buffer.includes('"tool_calls"') ? await findStrings(buffer, callIdFilter) : []
  const shortened = ids.filter(({ text }) => toShortCallId(text) !== text)
  const splices = [...renamed, ...shortened.map((id) => replace(id, toShortCallId(id.text)))]
  if (splices.length === 0) return { body: bytes, requested, sent }
  splices.sort((one, other) => one.start - other.start)
  return { body: await spliceBytes(buffer, splices), requested, sent }
}

function replace({ start, end }: JsonString, text: string): Splice {
  return { start, end, text: JSON.stringify(text) }
}

/** Says what an unknown model was sent as, and converts errors that are not in OpenAI's form. */
export async function explainServerError(
  response: HttpResponse,
  { requested, sent }: Partial<Pick<RenamedRequest, 'requested' | 'sent'>>,
): Promise<HttpResponse> {
  const { status } = response
  if (status < 400) return response
  const bytes = await readErrorBytes(response.body)
  const error = readServerError(tryParseJson(new TextDecoder().decode(bytes)))
  if (!error) return { ...response, body: bytes }
  const isRenamed = status === 404 && requested !== sent
  const message = isRenamed
    ? `${error.message.replace(/\.?$/, '.')} ${requested} is sent as ${sent}.`
    : error.message
  if (!isRenamed && hasOpenAiForm(bytes)) return { ...response, body: bytes }
  const { 'content-length': _, 'content-encoding': __, ...headers } = response.headers
  const body = toOpenAiBody(new ApiError(toErrorCode(status), message, { http: status }))
  const type = { 'content-type': 'application/json; charset=utf-8' }
  return { status, headers: { ...headers, ...type }, body: Buffer.from(JSON.stringify(body)) }
}

function hasOpenAiForm(bytes: Uint8Array): boolean {
  const { error } = Object(tryParseJson(new TextDecoder().decode(bytes))) as { error?: unknown }
  return typeof Object(error).message === 'string'
}
