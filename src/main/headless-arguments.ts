// Reads the headless gateway's command line into the settings of a gateway.
import { parseArgs } from 'node:util'
import { ApiError } from '#shared/schemas/api-error'
import { defaultGatewayPort, GatewayLimits } from '#shared/schemas/settings'
import { UpstreamSettings } from '#shared/schemas/upstream'
import type { GatewaySettings } from './gateway-settings'
import { createLocalKey } from './local-key'

export const usage = `Serves the gateway alone, without a window.

  --port N                   port on 127.0.0.1; 0 takes any free one (default ${defaultGatewayPort})
  --key KEY                  local key that callers must send (default: a random one, printed)
  --upstream demo|URL        the embedded demo service, or the base URL of a service with this API (default demo)
  --api-upstream URL         base URL of its transcription endpoint, where it differs
  --upstream-key-env NAME    environment variable that holds the upstream's key (default UPSTREAM_KEY)
  --json-limit MB            largest JSON body (default 100)
  --audio-limit MB           largest audio file (default 25)
  --patience SECONDS         how long an upstream may take to begin its answer (default 600)
  --allow-origin ORIGIN      a browser origin that may call; may be repeated
  --help`

const options = {
  port: { type: 'string' },
  key: { type: 'string' },
  upstream: { type: 'string' },
  'api-upstream': { type: 'string' },
  'upstream-key-env': { type: 'string' },
  'json-limit': { type: 'string' },
  'audio-limit': { type: 'string' },
  patience: { type: 'string' },
  'allow-origin': { type: 'string', multiple: true },
  help: { type: 'boolean' },
} as const

type Environment = Readonly<Record<string, string | undefined>>

/** Undefined where help was asked for. Throws an `ApiError` that names the wrong argument. */
export function readHeadlessArguments(
  args: readonly string[],
  environment: Environment,
  version: string,
): GatewaySettings | undefined {
  const values = parseStrictly(args)
  if (values.help) return undefined
  const upstream = readUpstream(values.upstream ?? 'demo', values['api-upstream'])
  return {
    port: readPort(values.port ?? String(defaultGatewayPort), '--port'),
    localKey: readKey(values.key),
    upstream,
    upstreamKey: upstream.kind === 'demo' ? null : readUpstreamKey(values['upstream-key-env'], environment),
    allowedOrigins: values['allow-origin'] ?? [],
    limits: readLimits(values),
    demoPace: environment.GEN_PLAYGROUND_DEMO_PACE ?? null,
    version,
  }
}

function parseStrictly(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error))
  }
}

export function readPort(text: string, name: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw refuse(`${name}: must be a port from 0 to 65535, not "${text}"`)
  return port
}

const limitFlags = {
  jsonMegabytes: 'json-limit',
  audioMegabytes: 'audio-limit',
  upstreamSeconds: 'patience',
} as const

function readLimits(values: ReturnType<typeof parseStrictly>): GatewayLimits {
  const given = Object.entries(limitFlags).flatMap(([name, flag]) => {
    const text = values[flag]
    return text === undefined ? [] : [[name, Number(text)] as const]
  })
  const limits = GatewayLimits.safeParse(Object.fromEntries(given))
  if (limits.success) return limits.data
  const issue = limits.error.issues[0]
  // The paths of this schema are the names of its flags.
  const flag = limitFlags[issue?.path[0] as keyof typeof limitFlags]
  throw refuse(`--${flag}: ${issue?.message ?? 'is not understood'}`)
}

function readKey(key: string | undefined): string {
  if (key === undefined) return createLocalKey()
  if (!/^[\x21-\x7e]+$/.test(key)) throw refuse('--key: must be printable ASCII without spaces')
  return key
}

function readUpstream(upstream: string, apiUpstream: string | undefined): UpstreamSettings {
  if (upstream === 'demo') {
    if (apiUpstream !== undefined) throw refuse('--api-upstream: goes with a service, not with the demo')
    return { kind: 'demo' }
  }
  const settings = UpstreamSettings.safeParse({ kind: 'service', baseUrl: upstream, apiBaseUrl: apiUpstream })
  if (settings.success) return settings.data
  const issue = settings.error.issues[0]
  const name = issue?.path[0] === 'apiBaseUrl' ? '--api-upstream' : '--upstream'
  throw refuse(`${name}: ${issue?.message ?? 'is not understood'}`)
}

function readUpstreamKey(name = 'UPSTREAM_KEY', environment: Environment): string {
  const key = environment[name]?.trim()
  if (!key) throw refuse(`--upstream-key-env: the environment variable ${name} is not set`)
  return key
}

function refuse(message: string): ApiError {
  return new ApiError('INVALID_ARGUMENT', message)
}
