// The upstream a gateway forwards to, without its key (decisions §10); the vendor APIs get their place here.
import { z } from 'zod'

/** What every answer of the gateway names in its header `x-upstream`. */
export const UpstreamKind = z.enum(['demo', 'service', 'vendor'])
export type UpstreamKind = z.infer<typeof UpstreamKind>

const BaseUrl = z.string().trim().refine(isHttpAddress, 'must start with http:// or https:// and name a host')

function isHttpAddress(text: string): boolean {
  // URL mends what was hardly meant (`http:example.com`): the two slashes must be there.
  if (!/^https?:\/\/[^/]/i.test(text)) return false
  try {
    return new URL(text).hostname !== ''
  } catch {
    return false
  }
}

export const UpstreamSettings = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('demo') }),
  z.object({
    kind: z.literal('service'),
    baseUrl: BaseUrl,
    /** Root of the transcription endpoint; the same as `baseUrl` where absent. */
    apiBaseUrl: BaseUrl.optional(),
  }),
])
export type UpstreamSettings = z.infer<typeof UpstreamSettings>
