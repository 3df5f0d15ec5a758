// An OpenAI-compatible server whose translation is loaded with the first request, because most users have none.
import { readOpenAiBaseUrl } from '#shared/wire/base-url'
import type { TranslateRequest } from '../gemini-to-openai/translate-request'
import type { Outbound, Upstream } from '../ports'
import { createUpstreamRedactor } from '../redaction/text'
import type { OpenAiSettings } from './openai'
import { getSecret } from './require-key'

/** Throws a TypeError if the base URL is invalid. */
export function loadOpenAiUpstream(
  settings: OpenAiSettings,
  outbound: Outbound,
  translate?: TranslateRequest,
): Upstream {
  const { redact } = createUpstreamRedactor([getSecret(settings.key)], [readOpenAiBaseUrl(settings.baseUrl)])
  let loading: Promise<Upstream> | undefined
  const load = () => {
    loading ??= import('./openai').then(({ createOpenAiUpstream }) =>
      createOpenAiUpstream(settings, outbound, translate),
    )
    return loading
  }
  return {
    id: settings.id,
    kind: 'openai',
    hasBatches: true,
    speaksOpenAi: true,
    redact,
    send: async (request) => await (await load()).send(request),
    listModels: async (signal) => (await (await load()).listModels?.(signal)) ?? [],
  }
}
