// Limits without schemas, which the page does not need at start.

/** Until the user changes them. */
export const defaultGatewayLimits = { jsonMegabytes: 100, audioMegabytes: 25, upstreamSeconds: 600 } as const

/** Conversations in a page of their list. */
export const maxConversations = 250
