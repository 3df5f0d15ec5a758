// Reads the headless gateway's upstream and its keys: the demo, a service, or the vendor APIs.
import { UpstreamKey } from '#shared/schemas/key-status'
import type { Alias } from '#shared/schemas/own-model'
import { BaseUrl, defaultVendorAddresses, findEntryProblem } from '#shared/schemas/upstream'
import type { GatewayUpstream } from '../gateway-settings'
import { type Environment, type HeadlessValues, readBy, refuse } from './headless-options'

interface HeadlessUpstream {
  readonly upstream: GatewayUpstream
  /** What the user should know, a sentence each. */
  readonly notices: readonly string[]
}

const serviceFlags = ['api-upstream', 'upstream-key-env'] as const
const vendorFlags = ['gemini-key-env', 'openai-key-env', 'gemini-url', 'openai-url', 'alias'] as const

export function readUpstream(
  values: HeadlessValues,
  aliases: readonly Alias[],
  environment: Environment,
): HeadlessUpstream {
  const { upstream = 'demo' } = values
  if (upstream !== 'vendor') refuseFlags(values, vendorFlags, 'goes with --upstream vendor')
  if (upstream === 'demo' || upstream === 'vendor')
    refuseFlags(values, serviceFlags, `goes with a service, not with --upstream ${upstream}`)
  if (upstream === 'demo') return { upstream: { kind: 'demo', id: 'demo' }, notices: [] }
  if (upstream === 'vendor') return readVendor(values, aliases, environment)
  return { upstream: readService(upstream, values, environment), notices: [] }
}

function refuseFlags(values: HeadlessValues, flags: readonly (keyof HeadlessValues)[], why: string): void {
  const flag = flags.find((name) => values[name] !== undefined)
  if (flag) throw refuse(`--${flag}: ${why}`)
}

function readService(url: string, values: HeadlessValues, environment: Environment): GatewayUpstream {
  const name = values['upstream-key-env'] ?? 'UPSTREAM_KEY'
  const apiUrl = values['api-upstream']
  return {
    kind: 'service',
    id: 'service',
    baseUrl: readAddress(url, '--upstream'),
    apiBaseUrl: apiUrl === undefined ? undefined : readAddress(apiUrl, '--api-upstream'),
    key: readKey('--upstream-key-env', name, environment) ?? refuseAbsent('--upstream-key-env', name),
  }
}

/** One of the two keys is enough: the other's endpoints are refused with a sentence. */
function readVendor(
  values: HeadlessValues,
  aliases: readonly Alias[],
  environment: Environment,
): HeadlessUpstream {
  const geminiName = values['gemini-key-env'] ?? 'GEMINI_API_KEY'
  const openAiName = values['openai-key-env'] ?? 'OPENAI_API_KEY'
  const geminiKey = readKey('--gemini-key-env', geminiName, environment)
  const openAiKey = readKey('--openai-key-env', openAiName, environment)
  if (geminiKey === null && openAiKey === null)
    throw refuse(
      `--upstream vendor: neither of the environment variables ${geminiName} and ${openAiName} is set`,
    )
  const { geminiUrl, openAiUrl } = defaultVendorAddresses
  return {
    upstream: {
      kind: 'vendor',
      id: 'vendor',
      geminiUrl: readAddress(values['gemini-url'] ?? geminiUrl, '--gemini-url'),
      openAiUrl: readAddress(values['openai-url'] ?? openAiUrl, '--openai-url'),
      geminiKey,
      openAiKey,
      aliases,
    },
    notices: [
      ...(geminiKey === null ? [`${geminiName} is not set: everything but transcription is refused.`] : []),
      ...(openAiKey === null ? [`${openAiName} is not set: transcription is refused.`] : []),
    ],
  }
}

/** Null where the variable is not set, or empty. */
function readKey(flag: string, name: string, environment: Environment): string | null {
  const text = environment[name]?.trim()
  return text ? readBy(UpstreamKey, text, `${flag}: the environment variable ${name}`) : null
}

function refuseAbsent(flag: string, name: string): never {
  throw refuse(`${flag}: the environment variable ${name} is not set`)
}

function readAddress(address: string, flag: string): string {
  const surplus = findEntryProblem(address)
  if (surplus) throw refuse(`${flag}: ${surplus}`)
  return readBy(BaseUrl, address, flag)
}
