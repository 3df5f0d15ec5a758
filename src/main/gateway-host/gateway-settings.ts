// The gateway's settings as a message between threads, and their derivation from the user's settings.

import type { ProxyLogin } from '#gateway/outbound/proxy'
import { type AcceptedKey, hashKey } from '#gateway/server/accepted-keys'
import type { OpenAiSettings } from '#gateway/upstreams/openai'
import { getSecret } from '#gateway/upstreams/require-key'
import type { ServiceSettings } from '#gateway/upstreams/service'
import type { VendorSettings } from '#gateway/upstreams/vendor'
import type { ModelEntry } from '#shared/models/catalog'
import { windowClient } from '#shared/schemas/exchange'
import type { CustomModel } from '#shared/schemas/model'
import type { NetworkSettings } from '#shared/schemas/network'
import type { GatewayLimits, Settings } from '#shared/schemas/settings'
import { toUpstreamId, type UpstreamReport } from '#shared/schemas/upstream'
import type { Vault } from '../vault/vault'

/** An upstream with its keys. */
export type GatewayUpstream =
  | { readonly kind: 'demo'; readonly id: 'demo' }
  | ({ readonly kind: 'service' } & ServiceSettings)
  | ({ readonly kind: 'openai' } & OpenAiSettings)
  | ({ readonly kind: 'vendor'; readonly id: 'vendor' } & VendorSettings)

/** `system` is the operating system's proxy in the application, and environment variables in the headless gateway. */
export interface GatewayNetwork extends NetworkSettings {
  /** `username:password`, or null. */
  readonly proxyCredentials: string | null
  /** `host:port` of the proxies that they were entered for; absent in the headless gateway, which sends them to any proxy. */
  readonly proxyHosts?: readonly string[]
}

export function toProxyLogin({ proxyCredentials, proxyHosts }: GatewayNetwork): ProxyLogin | null {
  return proxyCredentials === null ? null : { credentials: proxyCredentials, hosts: proxyHosts }
}

export interface GatewaySettings {
  /** 0 takes any free port. */
  readonly port: number
  /** Fails to start if the port is in use, instead of trying others. */
  readonly isPortFixed?: boolean
  readonly localKey: string
  /** The key of the application's own requests, so that its panels do not depend on the local key. */
  readonly ownKey?: string
  /** Named keys, and the hash of a saved local key that cannot be read now. */
  readonly otherKeys?: readonly AcceptedKey[]
  /** Seals names of operations and files, even after the local key changes. If absent, the local key is used. */
  readonly namingKey?: string
  /** ID of the selected upstream. */
  readonly active: string
  /** All known upstreams, because jobs continue where they were started. */
  readonly upstreams: readonly GatewayUpstream[]
  readonly models: readonly CustomModel[]
  readonly network: GatewayNetwork
  readonly allowedOrigins: readonly string[]
  readonly limits: GatewayLimits
  /** Whether exchanges include their media, for the request log; not in the headless gateway. */
  readonly retainsMedia?: boolean
  /** `instant`, or tokens per second; the demo service's own default if null. */
  readonly demoPace: string | null
  readonly version: string
}

export interface GatewayAddress {
  readonly url: string
  /** Why it listens on another port than the requested one. */
  readonly notice: string | null
}

export interface GatewayHandle {
  /** Resolves to the address it listens on; rejects if it cannot listen. */
  readonly address: () => Promise<GatewayAddress>
  /** Takes effect with the next request; another port is opened before the old one closes. */
  readonly configure: (settings: GatewaySettings) => Promise<GatewayAddress>
  /** Moves back to the port in its settings. Rejects with UNAVAILABLE if it is still in use. */
  readonly retryPort: () => Promise<GatewayAddress>
  /** Tests each part of an upstream. Rejects with NOT_FOUND, and with CANCELLED when `signal` aborts. */
  readonly check: (upstream: string, signal?: AbortSignal) => Promise<UpstreamReport>
  /** The list of models of an OpenAI-compatible server, which is requested now; empty for any other upstream. */
  readonly listModels: (upstream: string, signal?: AbortSignal) => Promise<readonly ModelEntry[]>
  /** Ends a request in progress as if its client had disconnected. Resolves to false if it has ended. */
  readonly stop: (id: string) => Promise<boolean>
  /** Resolves once all requests that have ended were reported. */
  readonly flush: () => Promise<void>
  /** Finishes requests in flight, for at most `graceMs` milliseconds. */
  readonly close: (graceMs: number) => Promise<void>
}

export interface GatewayHost {
  /** Overrides the setting; 0: any free port. */
  readonly gatewayPort: number | undefined
  readonly demoPace: string | null
  readonly version: string
  readonly namingKey: string
  readonly ownKey: string
  readonly otherKeys: readonly AcceptedKey[]
}

/** Includes all known upstreams, so that jobs of an unselected one can continue. */
export function toGatewaySettings(
  settings: Settings,
  readKey: Vault['read'],
  { gatewayPort, demoPace, version, namingKey, ownKey, otherKeys }: GatewayHost,
): GatewaySettings {
  const { services, openAiProfiles, vendor, aliases, network } = settings
  return {
    port: gatewayPort ?? settings.gatewayPort,
    localKey: readKey('local')?.secret ?? '',
    ownKey,
    otherKeys,
    namingKey,
    active: toUpstreamId(settings.upstream),
    upstreams: [
      { kind: 'demo', id: 'demo' },
      ...services.map(({ id, baseUrl, apiBaseUrl }) => {
        return { kind: 'service', id, baseUrl, apiBaseUrl, key: readKey(id) } as const
      }),
      ...openAiProfiles.map(({ name: _, ...profile }) => {
        return { kind: 'openai', ...profile, key: readKey(profile.id) } as const
      }),
      {
        kind: 'vendor',
        id: 'vendor',
        ...vendor,
        geminiKey: readKey('gemini'),
        openAiKey: readKey('openai'),
        aliases,
      },
    ],
    models: settings.models,
    network: {
      ...network,
      proxyCredentials: readKey('proxy')?.secret ?? null,
      proxyHosts: settings.proxyHosts ?? [],
    },
    allowedOrigins: settings.allowedOrigins,
    limits: settings.limits,
    retainsMedia: settings.requestLog.bodies,
    demoPace,
    version,
  }
}

export function listAcceptedKeys({ ownKey, otherKeys = [] }: GatewaySettings): readonly AcceptedKey[] {
  return ownKey === undefined ? otherKeys : [{ hash: hashKey(ownKey), client: windowClient }, ...otherKeys]
}

export function listSecrets({
  localKey,
  ownKey = '',
  upstreams,
  network,
}: GatewaySettings): readonly string[] {
  const credentials = network.proxyCredentials ?? ''
  const keys = upstreams.flatMap((upstream) => {
    if (upstream.kind === 'demo') return []
    return upstream.kind === 'vendor' ? [upstream.geminiKey, upstream.openAiKey] : [upstream.key]
  })
  return [
    localKey,
    ownKey,
    ...keys.map((key) => getSecret(key) ?? ''),
    credentials,
    credentials.slice(credentials.indexOf(':') + 1),
  ].filter((secret) => secret !== '')
}
