// Converts what a chat completion says about a response: why it ended, tokens, and log probabilities.
import { isObject, type JsonObject, listObjects, toNumber, toObject, toText } from './json-objects'

const finishReasons = new Map([
  ['stop', 'STOP'],
  ['length', 'MAX_TOKENS'],
  // Mistral's reason if the context is full.
  ['model_length', 'MAX_TOKENS'],
  ['tool_calls', 'STOP'],
  ['function_call', 'STOP'],
  ['content_filter', 'SAFETY'],
])

export interface FinishReason {
  readonly finishReason: string
  /** Present if the reason does not say it all. */
  readonly finishMessage?: string
}

/** Returns undefined if the response has not ended. */
export function toFinishReason(reason: unknown): FinishReason | undefined {
  const name = toText(reason)
  if (name === '') return undefined
  const finishReason = finishReasons.get(name)
  return finishReason === undefined
    ? { finishReason: 'OTHER', finishMessage: `The provider ended the response: ${name}` }
    : { finishReason }
}

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

/** Collects the log probabilities of a candidate, which a stream sends token by token. */
export class LogProbabilities {
  readonly #tokens: JsonObject[] = []
  readonly #top: JsonObject[] = []

  add(value: unknown): void {
    for (const token of listObjects(toObject(value).content)) {
      this.#tokens.push(toCandidate(token))
      if (Array.isArray(token.top_logprobs))
        this.#top.push({ candidates: listObjects(token.top_logprobs).map(toCandidate) })
    }
  }

  /** Members of a candidate; none if there are no probabilities. */
  toMembers(): JsonObject {
    if (this.#tokens.length === 0) return {}
    const known = this.#tokens.flatMap(({ logProbability }) => toNumber(logProbability) ?? [])
    const isKnown = known.length === this.#tokens.length
    return {
      ...(isKnown ? { avgLogprobs: known.reduce((sum, one) => sum + one, 0) / known.length } : {}),
      logprobsResult: { topCandidates: this.#top, chosenCandidates: this.#tokens },
    }
  }
}

function toCandidate({ token, logprob }: JsonObject): JsonObject {
  // JSON has no infinity, which some servers send as null.
  const logProbability = toNumber(logprob)
  return { token: toText(token), ...(logProbability === undefined ? {} : { logProbability }) }
}
