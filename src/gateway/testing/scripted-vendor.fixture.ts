// A gateway before the vendor upstream, with a scripted server in the place of each vendor API.
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

/** Of letters that every spelling changes: percent-encoding, JSON, Base64. */
export const geminiKey = 'AQ.gemini/canary+"key"=0123456789'
export const openAiKey = 'sk-openai-canary-0123456789-WXYZ'

export interface ScriptedVendorGateway {
  readonly scene: TestGateway
  readonly gemini: ScriptedUpstream
  readonly openAi: ScriptedUpstream
  readonly close: () => Promise<void>
}

export interface VendorScripts {
  readonly gemini?: UpstreamScript
  readonly openAi?: UpstreamScript
  readonly vendor?: Partial<VendorSettings>
  readonly scene?: TestGatewayOptions
  /** What is pasted behind each address. */
  readonly end?: string
}

export async function openScriptedVendorGateway(scripts: VendorScripts = {}): Promise<ScriptedVendorGateway> {
  const gemini = await openUpstream(scripts.gemini ?? ((_, outgoing) => sendJson(outgoing, {})))
  const openAi = await openUpstream(
    scripts.openAi ?? ((_, outgoing) => sendJson(outgoing, { text: 'hello' })),
  )
  const outbound = openOutbound()
  const end = scripts.end ?? ''
  const addresses = { geminiUrl: gemini.url + end, openAiUrl: openAi.url + end }
  const settings = { ...addresses, geminiKey, openAiKey, aliases: [], ...scripts.vendor }
  const scene = await openTestGateway({
    ...scripts.scene,
    upstream: createVendorUpstream(settings, outbound),
  })
  return {
    scene,
    gemini,
    openAi,
    close: async () => {
      await scene.close()
      await outbound.close()
      await gemini.close()
      await openAi.close()
    },
  }
}
