// Finds the tokens used in the text of a response without parsing the rest, in the form of either dialect.
import { type RouteId, routes } from '#shared/endpoints/routes'
import { tryParseJson } from '#shared/wire/parse-json'
import { openAiUsagePattern, usagePattern } from '../handlers/scan-events'
import { toUsageMetadata } from '../translation/usage'

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
