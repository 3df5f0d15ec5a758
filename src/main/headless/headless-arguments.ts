// Parses the headless gateway's command line into gateway settings.
import type { z } from 'zod'
import { readCertificates } from '#gateway/outbound/certificates'
import { proxyFromEnvironment } from '#gateway/outbound/proxy'
import { findAliasProblems } from '#shared/models/aliases'
import { findModel, withCustomModels } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import { ProxyCredentials } from '#shared/schemas/key-status'
import { Alias, CustomModel, modelKinds } from '#shared/schemas/model'
import { NetworkSettings, ProxyUrl } from '#shared/schemas/network'
import { defaultGatewayPort, GatewayLimits } from '#shared/schemas/settings'
import { defaultVendorAddresses } from '#shared/schemas/upstream'
import { readPort } from '../electron-arguments'
import type { GatewayNetwork, GatewaySettings, GatewayUpstream } from '../gateway-host/gateway-settings'
import { readKeys } from './headless-keys'
import { type LogFormat, logFormats } from './headless-log'
import { readOpenAiUpstream } from './headless-openai'
import {
  defaultKeyVariables,
  defaultUpstream,
  type Environment,
  type HeadlessValues,
  invalidArgument,
  parseStrictly,
  parseWith,
  readKey,
  readUrl,
  rejectMissing,
  split,
} from './headless-options'

export interface HeadlessStart {
  readonly settings: GatewaySettings
  readonly log: LogFormat
  /** Messages for the user, printed before the gateway listens. */
  readonly notices: readonly string[]
  /** Keys of which the settings have only hashes, for redaction. */
  readonly secrets: readonly string[]
}

/** Returns undefined for `--help`. Throws an `ApiError` that names an invalid argument. */
export function readHeadlessArguments(
  args: readonly string[],
  environment: Environment,
  version: string,
): HeadlessStart | undefined {
  const values = parseStrictly(args)
  if (values.help) return undefined
  const { models, upstream, notices } = readUpstreamWithModels(values, environment)
  const keys = readKeys(values, environment)
  const settings: GatewaySettings = {
    ...readOwnPort(values.port),
    ...keys.settings,
    active: upstream.id,
    upstreams: [upstream],
    models,
    network: readNetwork(values, environment),
    allowedOrigins: (values['allow-origin'] ?? []).map(readOrigin),
    limits: readLimits(values),
    demoPace: environment.GEN_PLAYGROUND_DEMO_PACE ?? null,
    version,
  }
  return { settings, log: readLogFormat(values.log), notices, secrets: keys.secrets }
}

/** A given port may be expected by others, so no other one is used in its place. */
function readOwnPort(text: string | undefined): Pick<GatewaySettings, 'port' | 'isPortFixed'> {
  const port = readPort(text ?? String(defaultGatewayPort), '--port')
  return text === undefined || port === 0 ? { port } : { port, isPortFixed: true }
}

function readLogFormat(text = 'text'): LogFormat {
  const format = logFormats.find((name) => name === text)
  if (format) return format
  throw invalidArgument(`--log: must be ${logFormats.join(' or ')}, not "${text}"`)
}

/** Accepts origins as browsers send them in `Origin`, including those of extensions. */
function readOrigin(text: string): string {
  const [, origin] = /^([a-z][a-z\d+.-]*:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?)\/?$/i.exec(text) ?? []
  if (origin) return origin
  throw invalidArgument(`--allow-origin: must be an origin, such as http://localhost:5173, not "${text}"`)
}

function readLimits(values: HeadlessValues): GatewayLimits {
  const { jsonMegabytes, audioMegabytes, upstreamSeconds } = GatewayLimits.shape
  return {
    jsonMegabytes: readNumber(values, 'json-limit', jsonMegabytes),
    audioMegabytes: readNumber(values, 'audio-limit', audioMegabytes),
    upstreamSeconds: readNumber(values, 'response-timeout', upstreamSeconds),
  }
}

type NumberFlag = 'json-limit' | 'audio-limit' | 'connect-timeout' | 'response-timeout' | 'idle-timeout'

/** The default comes from the schema. */
function readNumber(values: HeadlessValues, flag: NumberFlag, schema: z.ZodType<number>): number {
  const text = values[flag]
  return parseWith(schema, text === undefined ? undefined : Number(text), `--${flag}`)
}

interface HeadlessUpstream {
  readonly upstream: GatewayUpstream
  readonly notices: readonly string[]
}

const serviceFlags = ['api-upstream', 'upstream-key-env'] as const
const vendorFlags = ['gemini-key-env', 'openai-key-env', 'gemini-url', 'openai-url', 'alias'] as const
const openAiFlags = [
  'openai-compatible-url',
  'openai-compatible-key-env',
  'openai-compatible-server',
  'default-model',
  'count-tokens-by-request',
] as const

/** Models of an OpenAI-compatible server are its own, so that only their kinds can be set. */
function readUpstreamWithModels(
  values: HeadlessValues,
  environment: Environment,
): HeadlessUpstream & Pick<HeadlessModels, 'models'> {
  if (values.upstream !== 'openai') {
    rejectFlags(values, openAiFlags, 'requires --upstream openai')
    const { models, aliases } = readModels(values)
    return { models, ...readUpstream(values, aliases, environment) }
  }
  const otherFlags = [...serviceFlags, ...vendorFlags].filter((flag) => flag !== 'alias')
  rejectFlags(values, otherFlags, "can't be used with --upstream openai")
  return { models: [], upstream: readOpenAiUpstream(values, environment), notices: [] }
}

function readUpstream(
  values: HeadlessValues,
  aliases: readonly Alias[],
  environment: Environment,
): HeadlessUpstream {
  const { upstream = defaultUpstream } = values
  if (upstream !== 'vendor') rejectFlags(values, vendorFlags, 'requires --upstream vendor')
  if (upstream === 'demo' || upstream === 'vendor')
    rejectFlags(values, serviceFlags, `requires --upstream URL, not --upstream ${upstream}`)
  if (upstream === 'demo') return { upstream: { kind: 'demo', id: 'demo' }, notices: [] }
  if (upstream === 'vendor') return readVendor(values, aliases, environment)
  return { upstream: readService(upstream, values, environment), notices: [] }
}

function rejectFlags(values: HeadlessValues, flags: readonly (keyof HeadlessValues)[], reason: string): void {
  const flag = flags.find((name) => values[name] !== undefined)
  if (flag) throw invalidArgument(`--${flag}: ${reason}`)
}

function readService(url: string, values: HeadlessValues, environment: Environment): GatewayUpstream {
  const name = values['upstream-key-env'] ?? defaultKeyVariables.service
  const apiUrl = values['api-upstream']
  return {
    kind: 'service',
    id: 'service',
    baseUrl: readUrl(url, '--upstream'),
    apiBaseUrl: apiUrl === undefined ? undefined : readUrl(apiUrl, '--api-upstream'),
    key: readKey('--upstream-key-env', name, environment) ?? rejectMissing('--upstream-key-env', name),
  }
}

/** One of the two keys is enough. The other's endpoints respond with an error. */
function readVendor(
  values: HeadlessValues,
  aliases: readonly Alias[],
  environment: Environment,
): HeadlessUpstream {
  const geminiName = values['gemini-key-env'] ?? defaultKeyVariables.gemini
  const openAiName = values['openai-key-env'] ?? defaultKeyVariables.openAi
  const geminiKey = readKey('--gemini-key-env', geminiName, environment)
  const openAiKey = readKey('--openai-key-env', openAiName, environment)
  if (geminiKey === null && openAiKey === null)
    throw invalidArgument(`--upstream vendor: set ${geminiName}, ${openAiName}, or both`)
  const { geminiUrl, openAiUrl } = defaultVendorAddresses
  return {
    upstream: {
      kind: 'vendor',
      id: 'vendor',
      geminiUrl: readUrl(values['gemini-url'] ?? geminiUrl, '--gemini-url'),
      openAiUrl: readUrl(values['openai-url'] ?? openAiUrl, '--openai-url'),
      geminiKey,
      openAiKey,
      aliases,
    },
    notices: [
      ...(geminiKey === null ? [`Warning: ${geminiName} is not set. Only transcription is available.`] : []),
      ...(openAiKey === null ? [`Warning: ${openAiName} is not set. Transcription is not available.`] : []),
    ],
  }
}

interface HeadlessModels {
  readonly models: readonly CustomModel[]
  readonly aliases: readonly Alias[]
}

function readModels({ model = [], alias = [] }: HeadlessValues): HeadlessModels {
  const models: CustomModel[] = []
  for (const text of model) models.push(readModel(text, models))
  const aliases = alias.map(readAlias)
  const [problem] = findAliasProblems(aliases, withCustomModels(models))
  if (problem) throw invalidArgument(`--alias: ${problem.message}`)
  return { models, aliases }
}

function readModel(text: string, before: readonly CustomModel[]): CustomModel {
  const [id, kind] = split(text, '--model', 'ID=KIND')
  if (!modelKinds.some((name) => name === kind))
    throw invalidArgument(`--model ${text}: the kind must be one of ${modelKinds.join(', ')}`)
  const model = parseWith(CustomModel, { id, kind }, `--model ${text}`)
  if (findModel(model.id, withCustomModels(before))) throw invalidArgument(`--model ${text}: already exists`)
  return model
}

function readAlias(text: string): Alias {
  const [from, to] = split(text, '--alias', 'FROM=TO')
  return parseWith(Alias, { from, to }, `--alias ${text}`)
}

function readNetwork(values: HeadlessValues, environment: Environment): GatewayNetwork {
  const proxyCredentials = readCredentials(values, environment)
  const settings = {
    ...readProxy(values, environment),
    ...readFile(values.ca),
    connectSeconds: readNumber(values, 'connect-timeout', NetworkSettings.shape.connectSeconds),
    silenceSeconds: readNumber(values, 'idle-timeout', NetworkSettings.shape.silenceSeconds),
  }
  return { ...NetworkSettings.parse(settings), proxyCredentials }
}

function readProxy(values: HeadlessValues, environment: Environment): Partial<NetworkSettings> {
  const { proxy, 'proxy-bypass': bypass } = values
  if (bypass !== undefined && (proxy === undefined || proxy === 'none'))
    throw invalidArgument(
      '--proxy-bypass: requires --proxy URL. For proxies from environment variables, set NO_PROXY.',
    )
  if (proxy === 'none') return { proxyMode: 'none' }
  if (proxy === undefined) {
    validate(() => proxyFromEnvironment(environment), '')
    return { proxyMode: 'system' }
  }
  if (/^\w+:\/\/[^/]*@/.test(proxy))
    throw invalidArgument('--proxy: must not contain credentials. Use --proxy-credentials-env.')
  return {
    proxyMode: 'custom',
    proxyUrl: parseWith(ProxyUrl, proxy, '--proxy'),
    bypass: parseWith(NetworkSettings.shape.bypass, splitList(bypass), '--proxy-bypass'),
  }
}

function splitList(list = ''): readonly string[] {
  return list.split(/[\s,;]+/).filter((entry) => entry !== '')
}

function readCredentials(values: HeadlessValues, environment: Environment): string | null {
  const { proxy, 'proxy-credentials-env': name } = values
  if (name === undefined) return null
  const flag = '--proxy-credentials-env'
  if (proxy === 'none') throw invalidArgument(`${flag}: can't be used with --proxy none`)
  const text = environment[name]
  if (!text) throw invalidArgument(`${flag}: environment variable ${name} is not set`)
  return parseWith(ProxyCredentials, text, `${flag}: environment variable ${name}`)
}

function readFile(file: string | undefined): Partial<NetworkSettings> {
  if (file === undefined) return {}
  if (file === '') throw invalidArgument('--ca: requires a file path')
  validate(() => readCertificates(file), '--ca: ')
  return { certificatesFile: file }
}

/** Runs a check that would otherwise fail only at the first request. */
function validate(check: () => unknown, prefix: string): void {
  try {
    check()
  } catch (error) {
    throw error instanceof ApiError ? invalidArgument(prefix + error.message) : error
  }
}
