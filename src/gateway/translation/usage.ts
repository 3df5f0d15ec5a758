// Converts counts of tokens between the two dialects.
import { isObject, type JsonObject, toNumber, toObject } from '#shared/wire/json-objects'

/** Returns undefined if there are no counts. A count that the server does not know is absent, not 0. */
export function toUsageMetadata(value: unknown): JsonObject | undefined {
  if (!isObject(value)) return undefined
  const prompt = toCount(value.prompt_tokens) ?? toCount(value.input_tokens)
  const completion = toCount(value.completion_tokens) ?? toCount(value.output_tokens)
  const total = toCount(value.total_tokens)
  const thoughts = toCount(toObject(value.completion_tokens_details).reasoning_tokens)
  const cached = toCount(toObject(value.prompt_tokens_details).cached_tokens)
  const counts = {
    promptTokenCount: prompt,
    // Google counts thoughts apart from the response, OpenAI as a part of it.
    candidatesTokenCount: completion === undefined ? undefined : Math.max(0, completion - (thoughts ?? 0)),
    thoughtsTokenCount: thoughts || undefined,
    cachedContentTokenCount: cached || undefined,
    totalTokenCount: total ?? (prompt === undefined ? undefined : prompt + (completion ?? 0)),
  }
  const known = Object.entries(counts).filter(([, count]) => count !== undefined)
  return known.length === 0 ? undefined : Object.fromEntries(known)
}

function toCount(value: unknown): number | undefined {
  const count = toNumber(value)
  return count !== undefined && Number.isInteger(count) && count >= 0 ? count : undefined
}

/** Returns undefined if there are no counts. */
export function toOpenAiUsage(usageMetadata: unknown): JsonObject | undefined {
  if (!isObject(usageMetadata)) return undefined
  const countOf = (name: string) => toNumber(usageMetadata[name]) ?? 0
  // Google counts thoughts apart from the response, OpenAI as a part of it.
  const thoughts = countOf('thoughtsTokenCount')
  const prompt = countOf('promptTokenCount') + countOf('toolUsePromptTokenCount')
  const completion = countOf('candidatesTokenCount') + thoughts
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: toNumber(usageMetadata.totalTokenCount) ?? prompt + completion,
    prompt_tokens_details: { cached_tokens: countOf('cachedContentTokenCount') },
    completion_tokens_details: { reasoning_tokens: thoughts },
  }
}

/** Adds the counts of several responses. Returns undefined if none has counts. */
export function sumUsage(usages: readonly unknown[]): JsonObject | undefined {
  const sums = new Map<string, number>()
  for (const usage of usages)
    for (const [name, value] of Object.entries(toObject(usage)))
      if (typeof value === 'number') sums.set(name, (sums.get(name) ?? 0) + value)
  return sums.size === 0 ? undefined : Object.fromEntries(sums)
}
