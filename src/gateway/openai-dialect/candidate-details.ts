// Converts what Google's API says about a response: why it ended, and log probabilities.
import { readFinishReason } from '#shared/wire/finish-reasons'
import {
  isObject,
  type JsonObject,
  listObjects,
  toNumber,
  toObject,
  toText,
} from '../translation/json-objects'

/** `tool_calls` takes the place of `stop` if there are calls. Any other end is not a normal one, as with a filter. */
export function toFinishReason(finishReason: unknown, hasCalls: boolean): string {
  const reason = readFinishReason(toText(finishReason))
  if (reason === 'STOP') return hasCalls ? 'tool_calls' : 'stop'
  return reason === 'MAX_TOKENS' ? 'length' : 'content_filter'
}

/** Says why a response did not end normally; null if it did. */
export function toRefusal({ finishReason, finishMessage }: JsonObject): string | null {
  const reason = readFinishReason(toText(finishReason))
  if (reason === 'STOP' || reason === 'MAX_TOKENS') return null
  return toText(finishMessage) || `The provider ended the response: ${toText(finishReason)}.`
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
