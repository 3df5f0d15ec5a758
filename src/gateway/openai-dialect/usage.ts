// Converts what Google's API says about a response: why it ended, tokens, and log probabilities.
import {
  isObject,
  type JsonObject,
  listObjects,
  toNumber,
  toObject,
  toText,
} from '../upstreams/openai/json-objects'

/** `tool_calls` takes the place of `stop` if there are calls. Any other end is not a normal one, as with a filter. */
export function toFinishReason(finishReason: unknown, hasCalls: boolean): string {
  if (finishReason === 'STOP') return hasCalls ? 'tool_calls' : 'stop'
  return finishReason === 'MAX_TOKENS' ? 'length' : 'content_filter'
}

/** Says why a response did not end normally; null if it did. */
export function toRefusal({ finishReason, finishMessage }: JsonObject): string | null {
  if (finishReason === 'STOP' || finishReason === 'MAX_TOKENS') return null
  return toText(finishMessage) || `The provider ended the response: ${toText(finishReason)}.`
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

/** Returns null without log probabilities. */
export function toLogprobs(logprobsResult: unknown): JsonObject | null {
  if (!isObject(logprobsResult)) return null
  const top = listObjects(logprobsResult.topCandidates)
  const content = listObjects(logprobsResult.chosenCandidates).map((selected, index) => ({
    ...toTokenLogprob(selected),
    top_logprobs: listObjects(toObject(top[index]).candidates).map(toTokenLogprob),
  }))
  return { content, refusal: null }
}

function toTokenLogprob({ token, logProbability }: JsonObject): JsonObject {
  const text = toText(token)
  return { token: text, logprob: toNumber(logProbability) ?? 0, bytes: [...Buffer.from(text)] }
}

/** Adds the counts of several responses. Returns undefined if none has counts. */
export function sumUsage(usages: readonly unknown[]): JsonObject | undefined {
  const sums = new Map<string, number>()
  for (const usage of usages)
    for (const [name, value] of Object.entries(toObject(usage)))
      if (typeof value === 'number') sums.set(name, (sums.get(name) ?? 0) + value)
  return sums.size === 0 ? undefined : Object.fromEntries(sums)
}
