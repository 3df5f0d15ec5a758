// A gateway with the vendor upstream, and a scripted server in place of each vendor API.
import { createVendorUpstream, type VendorSettings } from '../upstreams/vendor'
import {
  openOutbound,
  openTestGateway,
  openUpstream,
  type ScriptedUpstream,
  sendJson,
  type TestGateway,
  type TestGatewayOptions,
  type UpstreamScript,
} from './test-gateway.fixture'

/** Has characters that every encoding changes: percent-encoding, JSON, Base64. */
export const geminiKey = 'AQ.gemini/canary+"key"=0123456789'
export const openAiKey = 'sk-openai-canary-0123456789-WXYZ'

export interface ScriptedVendorGateway {
  readonly gateway: TestGateway
  readonly gemini: ScriptedUpstream
  readonly openAi: ScriptedUpstream
  readonly close: () => Promise<void>
}

export interface VendorScripts {
  readonly gemini?: UpstreamScript
  readonly openAi?: UpstreamScript
  readonly vendor?: Partial<VendorSettings>
  readonly gateway?: TestGatewayOptions
  /** Appended to the base URLs. */
  readonly basePath?: string
}

export async function openScriptedVendorGateway(scripts: VendorScripts = {}): Promise<ScriptedVendorGateway> {
  const gemini = await openUpstream(scripts.gemini ?? ((_, outgoing) => sendJson(outgoing, {})))
  const openAi = await openUpstream(
    scripts.openAi ?? ((_, outgoing) => sendJson(outgoing, { text: 'hello' })),
  )
  const outbound = openOutbound()
  const basePath = scripts.basePath ?? ''
  const urls = { geminiUrl: gemini.url + basePath, openAiUrl: openAi.url + basePath }
  const settings = { ...urls, geminiKey, openAiKey, aliases: [], ...scripts.vendor }
  const gateway = await openTestGateway({
    ...scripts.gateway,
    upstream: createVendorUpstream(settings, outbound),
  })
  return {
    gateway,
    gemini,
    openAi,
    close: async () => {
      await gateway.close()
      await outbound.close()
      await gemini.close()
      await openAi.close()
    },
  }
}
