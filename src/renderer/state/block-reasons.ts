// Why a prompt was blocked, as a half sentence: names of `promptFeedback.blockReason` in plain words.

const reasons: Readonly<Record<string, string>> = {
  SAFETY: 'safety filters refused it',
  BLOCKLIST: 'it holds a forbidden term',
  PROHIBITED_CONTENT: 'its content is prohibited',
  IMAGE_SAFETY: 'safety filters for pictures refused it',
  OTHER: 'the service gives no reason',
  BLOCK_REASON_UNSPECIFIED: 'the service gives no reason',
}

/** A name that nobody here has heard of is shown as it came. */
export function describeBlock(reason: string): string {
  return reasons[reason] ?? reason
}
