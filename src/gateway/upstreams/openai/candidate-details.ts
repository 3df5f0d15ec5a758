// Converts what a chat completion says about a response: why it ended, and log probabilities.
import { isKnownFinishReason, readFinishReason } from '#shared/wire/finish-reasons'
import { type JsonObject, listObjects, toNumber, toObject, toText } from '../../translation/json-objects'

export interface FinishReason {
  readonly finishReason: string
  /** Present if the reason does not say it all. */
  readonly finishMessage?: string
}

/** Returns undefined if the response has not ended. OpenRouter adds an error if the provider behind it fails in the middle. */
export function toFinishReason({ finish_reason, error }: JsonObject): FinishReason | undefined {
  const name = toText(finish_reason)
  const message = toText(toObject(error).message)
  if (message !== '') return { finishReason: 'OTHER', finishMessage: `The provider failed: ${message}` }
  if (name === '') return undefined
  return isKnownFinishReason(name)
    ? { finishReason: readFinishReason(name) }
    : { finishReason: 'OTHER', finishMessage: `The provider ended the response: ${name}` }
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
