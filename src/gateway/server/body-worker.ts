// The thread in which large request bodies are parsed, validated and translated, so that they don't delay other requests.

import { parentPort } from 'node:worker_threads'
import { toApiError } from '#shared/endpoints/errors'
import type { ModelCall, TranslatedRequest, TranslateOptions } from '../gemini-to-openai/translate-request'
import { type Failure, openPortCalls, Transferred, toFailure } from '../port-calls'
import { type BodyContent, type BodyTarget, validateAndTranslate } from './validate-body'

interface BodyJob {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly target: BodyTarget
}

/** Transfers the bytes back with the result, also if the body is invalid. */
interface BodyResult extends BodyContent {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly error?: Failure
}

interface TranslationJob {
  readonly bytes: Uint8Array
  readonly call: ModelCall
  readonly options: TranslateOptions
}

export type BodyFunctions = {
  validate(job: BodyJob): Promise<Transferred<BodyResult>>
  translate(job: TranslationJob): Promise<TranslatedRequest>
}

if (!parentPort) throw new Error('This program runs as a worker thread.')

const functions: BodyFunctions = {
  validate: async ({ bytes, target }) => {
    const { error, ...content } = await validateAndTranslate(bytes, target)
    const failure = error === undefined ? {} : { error: toFailure(toApiError(error)) }
    return new Transferred({ bytes, ...content, ...failure }, [bytes.buffer])
  },
  translate: async ({ bytes, call, options }) => {
    const { translateRequest } = await import('../gemini-to-openai/translate-request')
    try {
      return translateRequest(bytes, call, options)
    } catch (error) {
      throw toApiError(error)
    }
  },
}
openPortCalls(parentPort, { ...functions, isIdle: () => true })
