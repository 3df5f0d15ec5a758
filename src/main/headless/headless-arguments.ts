// Reads the headless gateway's command line into the settings of a gateway.
import { defaultGatewayPort, GatewayLimits } from '#shared/schemas/settings'
import type { GatewaySettings } from '../gateway-settings'
import { createLocalKey } from '../vault/local-key'
import { readModels } from './headless-models'
import { readNetwork } from './headless-network'
import { type Environment, type HeadlessValues, parseStrictly, readBy, refuse } from './headless-options'
import { readUpstream } from './headless-upstream'

export interface HeadlessStart {
  readonly settings: GatewaySettings
  /** What the user should know before it listens, a sentence each. */
  readonly notices: readonly string[]
}

/** Undefined where help was asked for. Throws an `ApiError` that names the wrong argument. */
export function readHeadlessArguments(
  args: readonly string[],
  environment: Environment,
  version: string,
): HeadlessStart | undefined {
  const values = parseStrictly(args)
  if (values.help) return undefined
  const { models, aliases } = readModels(values)
  const { upstream, notices } = readUpstream(values, aliases, environment)
  const settings: GatewaySettings = {
    port: readPort(values.port ?? String(defaultGatewayPort), '--port'),
    localKey: readLocalKey(values, environment),
    active: upstream.id,
    upstreams: [upstream],
    models,
    network: readNetwork(values, environment),
    allowedOrigins: (values['allow-origin'] ?? []).map(readOrigin),
    limits: readLimits(values),
    demoPace: environment.GEN_PLAYGROUND_DEMO_PACE ?? null,
    version,
  }
  return { settings, notices }
}

export function readPort(text: string, name: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw refuse(`${name}: must be a port from 0 to 65535, not "${text}"`)
  return port
}

/** What a browser sends in `Origin`; a scheme of its own is an extension's. */
function readOrigin(text: string): string {
  const [, origin] = /^([a-z][a-z\d+.-]*:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?)\/?$/i.exec(text) ?? []
  if (origin) return origin
  throw refuse(`--allow-origin: must be an address like http://localhost:5173, not "${text}"`)
}

const limitFlags = {
  jsonMegabytes: 'json-limit',
  audioMegabytes: 'audio-limit',
  upstreamSeconds: 'patience',
} as const

function readLimits(values: HeadlessValues): GatewayLimits {
  const read = (name: keyof typeof limitFlags): number => {
    const flag = limitFlags[name]
    const text = values[flag]
    return readBy(GatewayLimits.shape[name], text === undefined ? undefined : Number(text), `--${flag}`)
  }
  return {
    jsonMegabytes: read('jsonMegabytes'),
    audioMegabytes: read('audioMegabytes'),
    upstreamSeconds: read('upstreamSeconds'),
  }
}

function readLocalKey({ key, 'key-env': name }: HeadlessValues, environment: Environment): string {
  if (name === undefined) return key === undefined ? createLocalKey() : checkLocalKey(key, '--key:')
  if (key !== undefined) throw refuse('--key-env: cannot be combined with --key')
  const text = environment[name]?.trim()
  if (!text) throw refuse(`--key-env: the environment variable ${name} is not set`)
  return checkLocalKey(text, `--key-env: the environment variable ${name}`)
}

function checkLocalKey(key: string, source: string): string {
  if (!/^[\x21-\x7e]+$/.test(key)) throw refuse(`${source} must be printable ASCII without spaces`)
  return key
}
