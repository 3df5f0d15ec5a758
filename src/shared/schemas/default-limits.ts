// The limits that the gateway has until the user changes them. Without schemas, which the page does not need at start.

export const defaultGatewayLimits = { jsonMegabytes: 100, audioMegabytes: 25, upstreamSeconds: 600 } as const
