// Translates request bodies for OpenAI-compatible servers: small ones in this thread, large ones in a worker thread.

import type { TranslateRequest } from '../gemini-to-openai/translate-request'
import { fromFailure } from '../port-calls'
import { type BodyThread, isLargeBody } from './body-thread'

/** Without `thread`, every body is translated in this one. */
export function createBodyTranslator(thread: BodyThread | undefined): TranslateRequest {
  return async (bytes, call, options) => {
    if (!thread || !isLargeBody(bytes)) {
      const { translateRequest } = await import('../gemini-to-openai/translate-request')
      return translateRequest(bytes, call, options)
    }
    const result = await thread('translate', { bytes, call, options })
    if (result.error) throw fromFailure(result.error)
    return result.request
  }
}
