// The upstreams that a gateway may forward to, without their keys (decisions §10), and the results of their tests.
import { z } from 'zod'
import { ModelId, modelKinds } from './model'

export const BaseUrl = z
  .string()
  .trim()
  .overwrite(addScheme)
  .superRefine((text, context) => {
    const message = findUrlProblem(text)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })

const bareHost = /^(?:localhost|[\w-]+(?:\.[\w-]+)+|[\w-]+(?=:\d)|\[[\da-f:.]+\])(?::\d+)?(?:\/|$)/i
/** Hosts of a local network have no certificates. */
const localHost =
  /^(?:localhost|\[[^\]]*\]|(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d+)+|[^./:]+|[^:/]+\.local)(?::|\/|$)/i

/** `127.0.0.1:11434` becomes `http://127.0.0.1:11434`, and `api.example.com/v1` gets `https://`. */
function addScheme(text: string): string {
  return bareHost.test(text) ? `http${localHost.test(text) ? '' : 's'}://${text}` : text
}

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

/** The software that answers, because each supports other fields. */
export const serverNames = [
  'ollama',
  'lm-studio',
  'llama-cpp',
  'vllm',
  'openrouter',
  'groq',
  'mistral',
  'openai',
  'other',
] as const
export type ServerName = (typeof serverNames)[number]

/** A name of the server's own, such as `llama3.3:70b` or `meta-llama/llama-3.3-70b-instruct`. */
const ServerModelId = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(200, 'must be 200 characters or fewer')
  .regex(/^[^\s\p{C}]+$/u, 'must not contain spaces')

/** The ID is also the vault slot of the profile's key. `openai` alone is the slot of the vendor's key. */
export const openAiProfilePattern = /^openai-[a-z0-9]{1,16}$/

export const OpenAiProfile = z.object({
  id: z.string().regex(openAiProfilePattern, 'must start with "openai-"'),
  name: z.string().trim().min(1, 'is required').max(60, 'must be 60 characters or fewer'),
  /** With `/v1` or what the server has in its place. */
  baseUrl: BaseUrl,
  server: z.enum(serverNames),
  /** Tokens are counted by a request for one token, which may be billed. Otherwise, they are not counted. */
  countsTokens: z.boolean().default(false),
  /** The server's model that is sent for the catalog's models of this kind. */
  defaults: z.partialRecord(z.enum(modelKinds), ServerModelId).default({}),
  /** Corrected kinds; a model that the server does not list was added by the user. */
  kinds: z.record(ServerModelId, z.enum(modelKinds)).default({}),
  /** Sends `to` if a client requests `from`, a model of the catalog; takes precedence over the defaults. */
  aliases: z
    .array(z.object({ from: ModelId, to: ServerModelId }))
    .max(500)
    .default([]),
})
export type OpenAiProfile = z.infer<typeof OpenAiProfile>

/** Timeout of the test for each part, instead of those in Settings > Network. */
export const checkTimeoutSeconds = 20

/** Whether a part works; if not, what the user can do something about. The finding and the advice say it in words. */
const checkVerdicts = [
  'working',
  /** None is entered, so nothing was sent. */
  'no-key',
  'key',
  /** Also for a server that responds, but not with this API. */
  'base-url',
  'model',
  'proxy',
  'certificate',
  'network',
  /** A rate limit or a quota. */
  'wait',
  /** Any other error response; `detail` has the upstream's message. */
  'provider',
] as const
export type CheckVerdict = (typeof checkVerdicts)[number]

export const CheckedPart = z.object({
  part: z.enum(['demo', 'content', 'transcription', 'gemini', 'openai', 'models']),
  verdict: z.enum(checkVerdicts),
  /** A phrase without a period; empty if it works. */
  finding: z.string(),
  /** Sentences; empty if it works. */
  advice: z.string(),
  /** Until the response was complete; null if there was none. */
  milliseconds: z.number().nullable(),
  /** The upstream's response, without keys and hosts; empty if there is none, or nothing to say about it. */
  detail: z.string(),
  /** The request, for display: `GET /v1beta/models`. */
  request: z.string(),
})
export type CheckedPart = z.infer<typeof CheckedPart>

export const UpstreamReport = z.object({
  parts: z.array(CheckedPart),
  /** From the upstream's list of models; empty if it has none. `known` is null if the list does not tell. */
  models: z.array(z.object({ id: z.string(), upstreamId: z.string(), known: z.boolean().nullable() })),
})
export type UpstreamReport = z.infer<typeof UpstreamReport>
