// Reads what a provider says in an error body, of which there are many forms.

import { isObject, type JsonObject, toText, tryParseJson } from '#shared/wire/json-objects'

/** Levels of an error that are read; messages are never nested deeper. */
const maxDepth = 8
/** Characters. A longer text is a page or a dump, not a message. */
const maxTextLength = 2000

/** Members with a message, the most telling first. */
const messageNames = [
  'error',
  'message',
  'msg',
  'error_message',
  'errorMessage',
  'error_msg',
  'detail',
  'errors',
  'error_description',
  'description',
  'status_msg',
  'base_resp',
  'reason',
  'details',
  'title',
]
const codeNames = ['code', 'type', 'status_code', 'error_code', 'status']

/**
 * The message of a body that is known to be an error: any JSON, or a text. Returns undefined if it says nothing. A code
 * alone becomes a sentence.
 */
export function readProviderMessage(body: unknown): string | undefined {
  const message = readMessage(body, 0)
  return message === '' ? undefined : message
}

function readMessage(value: unknown, depth: number): string {
  if (depth > maxDepth) return ''
  if (typeof value === 'string') return readText(value, depth)
  if (Array.isArray(value))
    return value
      .map((one) => readFinding(one, depth + 1))
      .filter((text) => text !== '')
      .join('; ')
  return isObject(value) ? readObject(value, depth) : ''
}

/** A message may itself be JSON, of the provider behind the provider. */
function readText(text: string, depth: number): string {
  const trimmed = text.trim()
  const nested = /^[{[]/.test(trimmed) ? tryParseJson(trimmed) : undefined
  const message = nested === undefined ? '' : readMessage(nested, depth + 1)
  return message || (/^<(?:!doctype|html)/i.test(trimmed) ? '' : trimmed.slice(0, maxTextLength))
}

/** A validator's finding has the path of the field beside its message. */
function readFinding(value: unknown, depth: number): string {
  const loc = isObject(value) && Array.isArray(value.loc) ? value.loc.join('.') : ''
  return [loc, readMessage(value, depth)].filter((text) => text !== '').join(': ')
}

function readObject(object: JsonObject, depth: number): string {
  for (const name of messageNames) {
    const message = readMessage(object[name], depth + 1)
    if (message !== '') return addCause(object, message, depth)
  }
  const code = codeNames
    .map((name) => object[name])
    .find((one) => typeof one === 'number' || toText(one) !== '')
  return code === undefined ? '' : `The provider returned the error ${code}.`
}

/** RFC 9457 has a `title` beside the detail, OpenRouter the error of the provider behind it. */
function addCause({ title, detail, metadata }: JsonObject, message: string, depth: number): string {
  if (toText(title) !== '' && detail !== undefined && title !== message) return `${title}: ${message}`
  const raw = isObject(metadata) ? readMessage(metadata.raw, depth + 1) : ''
  return raw === '' || raw === message ? message : `${message}: ${raw}`
}
