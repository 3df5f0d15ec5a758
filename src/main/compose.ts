// Joins the rooms: a gateway with its upstreams, and the application around it.
import { createDemoService } from '#demo/demo'
import { createGateway } from '#gateway/gateway'
import { listen } from '#gateway/listen'
import { defaultLimits, formOverhead, type Limits, type Upstream } from '#gateway/ports'
import { createServiceUpstream } from '#gateway/upstreams/service'
import { catalogue } from '#shared/models/catalogue'
import { ApiError } from '#shared/schemas/api-error'
import type { Exchange } from '#shared/schemas/exchange'
import type { GatewayAddress, GatewayHandle, GatewaySettings } from './gateway-settings'

/** Opens a gateway in this thread: the headless one, and inside the application's gateway worker. */
export async function openGateway(
  first: GatewaySettings,
  onExchange: (exchange: Exchange) => void,
): Promise<GatewayHandle> {
  let settings = first
  let limits = toLimits(first)
  let upstream = chooseUpstream(first)
  const gateway = createGateway({
    localKey: () => settings.localKey,
    upstream: () => upstream,
    models: () => catalogue,
    allowedOrigins: () => settings.allowedOrigins,
    limits: () => limits,
    version: first.version,
    onExchange,
  })
  let listening = await listen(gateway, { port: first.port })

  return {
    address: async () => toAddress(listening),
    configure: async (next) => {
      const last = settings
      settings = next
      limits = toLimits(next)
      if (!sameUpstream(last, next)) upstream = chooseUpstream(next)
      if (last.port !== next.port) {
        const old = listening
        listening = await listen(gateway, { port: next.port })
        void old.close(5000)
      }
      return toAddress(listening)
    },
    close: (grace) => listening.close(grace),
  }
}

/** A message: what listens has functions that cannot cross to another thread. */
function toAddress({ url, notice }: GatewayAddress): GatewayAddress {
  return { url, notice }
}

const megabyte = 1_048_576

function toLimits({ limits }: GatewaySettings): Limits {
  return {
    ...defaultLimits,
    jsonBody: limits.jsonMegabytes * megabyte,
    multipartBody: limits.audioMegabytes * megabyte + formOverhead,
    upstreamHeaders: limits.upstreamSeconds * 1000,
  }
}

function sameUpstream(one: GatewaySettings, other: GatewaySettings): boolean {
  return (
    JSON.stringify([one.upstream, one.upstreamKey, one.limits]) ===
    JSON.stringify([other.upstream, other.upstreamKey, other.limits])
  )
}

function chooseUpstream(settings: GatewaySettings): Upstream {
  const { upstream, upstreamKey, demoPace } = settings
  if (upstream.kind === 'demo') {
    return { kind: 'demo', send: createDemoService(demoPace === null ? {} : { pace: demoPace }) }
  }
  if (upstreamKey === null) return { kind: 'service', send: refuseWithoutKey }
  const { baseUrl, apiBaseUrl = baseUrl } = upstream
  return createServiceUpstream({ baseUrl, apiBaseUrl }, upstreamKey, toLimits(settings))
}

async function refuseWithoutKey(): Promise<never> {
  throw new ApiError(
    'FAILED_PRECONDITION',
    'The upstream service has no key yet: enter it under Settings, Upstream.',
  )
}
