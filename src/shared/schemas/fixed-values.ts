// Fixed sets of values, and limits. Without schemas, which the page does not need at start.

/** `thinkingConfig.thinkingLevel`; excludes a budget (wire §2.4). */
export const thinkingLevels = ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH'] as const
export const functionModes = ['AUTO', 'ANY', 'NONE', 'VALIDATED'] as const
export const harmCategories = [
  'HARM_CATEGORY_HARASSMENT',
  'HARM_CATEGORY_HATE_SPEECH',
  'HARM_CATEGORY_SEXUALLY_EXPLICIT',
  'HARM_CATEGORY_DANGEROUS_CONTENT',
] as const
export const blockThresholds = [
  'BLOCK_LOW_AND_ABOVE',
  'BLOCK_MEDIUM_AND_ABOVE',
  'BLOCK_ONLY_HIGH',
  'BLOCK_NONE',
  'OFF',
] as const

/** Until the user changes them. */
export const defaultGatewayLimits = { jsonMegabytes: 100, audioMegabytes: 25, upstreamSeconds: 600 } as const

/** Conversations in a page of their list. */
export const maxConversations = 250
