// Reads what the log says about an exchange: its client, the operation, the tokens used, and the media returned.
import { type RouteId, routes } from '#shared/endpoints/routes'
import { type Exchange, windowClient } from '#shared/schemas/exchange'
import type { HttpHeaders } from '#shared/wire/http'
import { tryParseJson } from '#shared/wire/json-objects'
import { redactSecrets } from '../redaction/text'
import { openAiUsagePattern, usagePattern } from '../scan-events'
import { toUsageMetadata } from '../translation/usage'

/** Limits, in characters. */
const maxClient = 120
const maxOperation = 512

/** Returns the User-Agent; null if the client sent none, or pretends to be the application. */
export function describeClient(headers: HttpHeaders): string | null {
  const name = redactSecrets((headers['user-agent'] ?? '').slice(0, maxClient)).trim()
  return name === '' || name === windowClient ? null : name
}

/** Returns the last segment of the operation's name: from the path of a poll, or the response that started it. */
export function findOperation(route: RouteId | undefined, path: string, responseBody = ''): string | null {
  const text =
    route === 'predictLongRunning'
      ? responseBody
      : route === 'getOperation' || route === 'getModelOperation'
        ? path
        : ''
  return /operations(?:\/|%2F)([\w.~%-]+)/i.exec(text)?.[1]?.slice(0, maxOperation) ?? null
}

interface UsageForm {
  /** The name of the object, in quotes. */
  readonly marker: Buffer
  /** The name with an opening brace. */
  readonly pattern: RegExp
  /** Returns it as Google's API counts. */
  readonly convert: (usage: unknown) => unknown
}

const google: UsageForm = {
  marker: Buffer.from('"usageMetadata"'),
  pattern: usagePattern,
  convert: (usage) => usage,
}
const openAi: UsageForm = {
  marker: Buffer.from('"usage"'),
  pattern: openAiUsagePattern,
  convert: toUsageMetadata,
}

/** The usage of a transcription is not in tokens only. */
export function usageFormOf(id: RouteId | undefined): UsageForm {
  return id && routes[id].dialect === 'openai' && routes[id].body === 'json' ? openAi : google
}

/** Finds the last usage in the text of a response without parsing the rest. */
export function findUsage(
  text: string,
  { marker, pattern }: Pick<UsageForm, 'marker' | 'pattern'> = google,
): unknown {
  const name = marker.toString()
  for (let at = text.lastIndexOf(name); at >= 0; at = text.lastIndexOf(name, at - 1)) {
    const opening = pattern.exec(text.slice(at, at + 64))
    if (opening?.index === 0) return tryParseJson(cutObject(text, at + opening[0].length - 1)) ?? null
    if (at === 0) return null
  }
  return null
}

/** Returns the text from an opening brace to its closing one. Token counts have no braces within strings. */
function cutObject(text: string, open: number): string {
  let depth = 0
  for (let index = open; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === 0x7b) depth += 1
    if (code === 0x7d) depth -= 1
    if (depth === 0) return text.slice(open, index + 1)
  }
  return ''
}

const typedImage = /"mime_?type"\s*:\s*"image\//gi
const imagePatterns: Partial<Record<RouteId, RegExp>> = {
  generateContent: typedImage,
  streamGenerateContent: typedImage,
  createChatCompletion: /"url"\s*:\s*"data:image\//g,
  createImages: /"b64_json"\s*:\s*"|"url"\s*:\s*"data:image\//g,
}

/** Counts what a successful response contains or starts. A poll of a video operation starts nothing. */
export function countMedia(route: RouteId | undefined, outcome: Exchange['outcome'], responseBody: string) {
  const isDone = outcome === 'completed'
  const pattern = route && imagePatterns[route]
  return {
    images: pattern ? [...responseBody.matchAll(pattern)].length : 0,
    videos: isDone && route === 'predictLongRunning' ? 1 : 0,
    audios: isDone && route === 'transcribe' ? 1 : 0,
  }
}
