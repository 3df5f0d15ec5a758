// The upstreams that a gateway may forward to, without their keys (decisions §10).
import { z } from 'zod'

/** Value of the header `x-upstream` in every response of the gateway. */
export const UpstreamKind = z.enum(['demo', 'service', 'vendor'])
export type UpstreamKind = z.infer<typeof UpstreamKind>

export const BaseUrl = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const message = findUrlProblem(text)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })

function findUrlProblem(text: string): string | undefined {
  // `URL` accepts `http:example.com`, which is probably a typo: require both slashes.
  if (!/^https?:\/\/[^/]/i.test(text)) return findSchemeProblem(text)
  try {
    const { username, password } = new URL(text)
    const hasCredentials = username !== '' || password !== ''
    return hasCredentials ? 'must not contain credentials; enter keys separately' : undefined
  } catch {
    return findAuthorityProblem(text)
  }
}

function findSchemeProblem(text: string): string {
  const scheme = /^[a-z][a-z\d+.-]*:\/\//i.exec(text)?.[0].toLowerCase()
  if (scheme === undefined) return 'must start with http:// or https:// and include a host'
  return /^https?:/.test(scheme)
    ? `must include a host after ${scheme}`
    : `must start with http:// or https://, not ${scheme}`
}

const portProblem = 'must have a port from 1 to 65535'

/** For a text that starts like a URL but cannot be parsed. */
function findAuthorityProblem(text: string): string {
  const [, scheme = '', authority = ''] = /^(https?:\/\/)([^/?#\\]*)/i.exec(text) ?? []
  const [, host = '', port] = /^(.*?)(?::([^:\]]*))?$/.exec(authority.replace(/^.*@/, '')) ?? []
  if (host === '') return `must include a host after ${scheme.toLowerCase()}`
  if (/\s/.test(host)) return 'must not contain spaces in the host'
  return port !== undefined && (!/^\d*$/.test(port) || Number(port) > 65_535)
    ? portProblem
    : 'must include a valid host'
}

/**
 * Checks that apply only when a URL is entered, because earlier versions stored URLs that fail them. A query would be
 * stored unencrypted and never sent; nothing listens on port 0.
 */
export function findEntryProblem(url: string): string | undefined {
  if (/[?#]/.test(url)) return 'must not contain ? or #; enter keys separately'
  return /^\s*https?:\/\/[^/]*:0+(\/|\s*$)/i.test(url) ? portProblem : undefined
}

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

/** The selected upstream: the demo, one of the services, or the vendor APIs. */
export const UpstreamChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('demo') }),
  z.object({ kind: z.literal('service'), profile: z.string() }),
  z.object({ kind: z.literal('vendor') }),
])
export type UpstreamChoice = z.infer<typeof UpstreamChoice>

/** Returns the upstream's ID: `demo`, `vendor`, or the profile's ID. */
export function toUpstreamId(choice: UpstreamChoice): string {
  return choice.kind === 'service' ? choice.profile : choice.kind
}

export interface SelectedUpstream {
  readonly upstream: UpstreamChoice
  readonly services: readonly ServiceProfile[]
  readonly vendor: VendorAddresses
}

/** Returns the selected upstream's URL; undefined for the demo, and for the vendor APIs at their default URLs. */
export function findUpstreamUrl({ upstream, services, vendor }: SelectedUpstream): string | undefined {
  if (upstream.kind === 'service') return services.find(({ id }) => id === upstream.profile)?.baseUrl
  const { geminiUrl, openAiUrl } = defaultVendorAddresses
  const isUsual = vendor.geminiUrl === geminiUrl && vendor.openAiUrl === openAiUrl
  return upstream.kind === 'demo' || isUsual ? undefined : `${vendor.geminiUrl} ${vendor.openAiUrl}`
}
