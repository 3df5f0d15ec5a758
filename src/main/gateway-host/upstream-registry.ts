// Creates the gateway's upstreams from its settings, and keeps those whose settings did not change.

import type { TranslateRequest } from '#gateway/gemini-to-openai/translate-request'
import type { Outbound, Upstream } from '#gateway/ports'
import { createOpenAiUpstream } from '#gateway/upstreams/openai'
import { createServiceUpstream } from '#gateway/upstreams/service'
import { createVendorUpstream } from '#gateway/upstreams/vendor'
import type { Send } from '#shared/wire/http'
import type { GatewayUpstream } from './gateway-settings'

interface UpstreamRegistry {
  readonly of: (id: string) => Upstream | undefined
  readonly configure: (upstreams: readonly GatewayUpstream[]) => void
}

interface UpstreamPorts {
  readonly outbound: Outbound
  /** The demo service, whose files and jobs must survive a change of the settings. */
  readonly demo: Send
  /** For OpenAI-compatible servers. */
  readonly translate?: TranslateRequest
}

/** Requests in flight stay with the upstream that they were sent to when its settings change. */
export function openUpstreamRegistry(
  first: readonly GatewayUpstream[],
  ports: UpstreamPorts,
): UpstreamRegistry {
  let known = new Map<string, { readonly from: string; readonly upstream: Upstream }>()

  function configure(upstreams: readonly GatewayUpstream[]): void {
    const next: typeof known = new Map()
    for (const settings of upstreams) {
      const from = JSON.stringify(settings)
      const before = known.get(settings.id)
      const upstream = before?.from === from ? before.upstream : build(settings, ports)
      next.set(settings.id, { from, upstream })
    }
    known = next
  }

  configure(first)
  return { of: (id) => known.get(id)?.upstream, configure }
}

function build(settings: GatewayUpstream, { outbound, demo, translate }: UpstreamPorts): Upstream {
  switch (settings.kind) {
    case 'demo':
      return { id: 'demo', kind: 'demo', send: demo }
    case 'service':
      return createServiceUpstream(settings, outbound)
    case 'openai':
      return createOpenAiUpstream(settings, outbound, translate)
    case 'vendor':
      return createVendorUpstream(settings, outbound)
  }
}
