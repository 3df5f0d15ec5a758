// Why a response ended, in the words of Google's API (wire §2.5), whatever the provider calls it.

const names: Readonly<Record<string, readonly string[]>> = {
  STOP: [
    'stop',
    'eos',
    'eos_token',
    'stop_sequence',
    'stop_token',
    'end_turn',
    'end_of_turn',
    'complete',
    'completed',
    'finished',
    'done',
    'tool_call',
    'tool_calls',
    'tool_use',
    'function_call',
  ],
  // `model_length` is Mistral's if the context is full.
  MAX_TOKENS: ['max_tokens', 'max_output_tokens', 'max_length', 'length', 'model_length'],
  SAFETY: ['safety', 'content_filter', 'content_filtered', 'refusal'],
}

const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries(names).flatMap(([reason, own]) => own.map((name) => [name, reason] as const)),
)

/** In any case, with spaces or hyphens for underscores. An unknown reason is returned as it is. */
export function readFinishReason(name: string): string {
  return (
    reasons.get(
      name
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_'),
    ) ?? name
  )
}

export function isKnownFinishReason(name: string): boolean {
  return Object.hasOwn(names, readFinishReason(name))
}
