// An OpenAI-compatible server whose translation is loaded with the first request, because most users have none.
import { readOpenAiBaseUrl } from '#shared/wire/base-url'
import type { Outbound } from '../../outbound/outbound'
import type { Upstream } from '../../ports'
import { createRedactor } from '../redactor'
import { getSecret } from '../require-key'
import type { OpenAiSettings } from './openai'
import type { TranslateRequest } from './translate-request'

/** Throws a TypeError if the base URL is invalid. */
export function loadOpenAiUpstream(
  settings: OpenAiSettings,
  outbound: Outbound,
  translate?: TranslateRequest,
): Upstream {
  const { redact } = createRedactor([getSecret(settings.key)], [readOpenAiBaseUrl(settings.baseUrl)])
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
