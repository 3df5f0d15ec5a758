// The gateway's limits, which users can change.
import { z } from 'zod'

const positive = (message: string) => z.number({ error: message }).int(message).positive(message)

/** The gateway's size limits and response timeout (decisions §4). A megabyte has 1,048,576 bytes. */
export const GatewayLimits = z.object({
  jsonMegabytes: positive('must be a whole number of megabytes')
    .max(2000, 'must be at most 2,000')
    .default(100),
  audioMegabytes: positive('must be a whole number of megabytes')
    .max(2000, 'must be at most 2,000')
    .default(25),
  upstreamSeconds: positive('must be a whole number of seconds')
    .max(86_400, 'must be at most 86,400 (one day)')
    .default(600),
})
export type GatewayLimits = z.infer<typeof GatewayLimits>

export const defaultGatewayLimits: GatewayLimits = GatewayLimits.parse({})
