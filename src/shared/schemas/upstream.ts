// The upstreams that a gateway may forward to, without their keys (decisions §10).
import { z } from 'zod'
import { BaseUrl } from './base-url'
import type { OpenAiProfile } from './openai-profile'

/** Value of the header `x-upstream` in every response of the gateway. */
export const UpstreamKind = z.enum(['demo', 'service', 'vendor', 'openai'])
export type UpstreamKind = z.infer<typeof UpstreamKind>

/** The ID is also the vault slot of the profile's key. */
export const profileIdPattern = /^service(-[a-z0-9]{1,16})?$/

/** A compatible service. The settings may have several; one of them can be the upstream. */
export const ServiceProfile = z.object({
  id: z.string().regex(profileIdPattern, 'must be "service" or start with "service-"'),
  name: z.string().trim().min(1, 'is required').max(60, 'must be 60 characters or fewer'),
  baseUrl: BaseUrl,
  /** Base URL of the transcription endpoint; `baseUrl` if absent. */
  apiBaseUrl: BaseUrl.optional(),
})
export type ServiceProfile = z.infer<typeof ServiceProfile>

/** Base URLs of the vendor APIs; can be changed to use a mirror. */
export const VendorAddresses = z.object({
  geminiUrl: BaseUrl.default('https://generativelanguage.googleapis.com'),
  openAiUrl: BaseUrl.default('https://api.openai.com'),
})
export type VendorAddresses = z.infer<typeof VendorAddresses>

export const defaultVendorAddresses: VendorAddresses = VendorAddresses.parse({})

/** The selected upstream: the demo, one of the services or OpenAI-compatible servers, or the vendor APIs. */
export const UpstreamChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('demo') }),
  z.object({ kind: z.literal('service'), profile: z.string() }),
  z.object({ kind: z.literal('openai'), profile: z.string() }),
  z.object({ kind: z.literal('vendor') }),
])
export type UpstreamChoice = z.infer<typeof UpstreamChoice>

/** The kinds of upstreams that the user sets up, each with any number of profiles. */
export type ProfileKind = Extract<UpstreamChoice, { profile: string }>['kind']

/** Returns the upstream's ID: `demo`, `vendor`, or the profile's ID. */
export function toUpstreamId(choice: UpstreamChoice): string {
  return 'profile' in choice ? choice.profile : choice.kind
}

export interface SelectedUpstream {
  readonly upstream: UpstreamChoice
  readonly services: readonly ServiceProfile[]
  readonly openAiProfiles: readonly OpenAiProfile[]
  readonly vendor: VendorAddresses
}
