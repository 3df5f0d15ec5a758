// The thread in which large request bodies are parsed, validated and translated, so that they don't delay other requests.
import { parentPort } from 'node:worker_threads'
import type { ModelCall, TranslatedRequest, TranslateOptions } from '../gemini-to-openai/translate-request'
import { type Failure, openPortCalls, Transferred, toFailure } from '../port-calls'
import { type BodyContent, type BodyTarget, validateAndTranslate } from './validate-body'
import { toApiError } from './write-response'

interface BodyJob {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly target: BodyTarget
}

interface ReadBody extends BodyContent {
  readonly error?: Failure
}

/** Transfers the bytes back with the result. */
interface BodyResult extends ReadBody {
  readonly bytes: Uint8Array<ArrayBuffer>
}

interface TranslationJob {
  readonly bytes: Uint8Array
  readonly call: ModelCall
  readonly options: TranslateOptions
}

type TranslationResult =
  | { readonly request: TranslatedRequest; readonly error?: never }
  | { readonly request?: never; readonly error: Failure }

export type BodyFunctions = {
  validate(job: BodyJob): Promise<Transferred<BodyResult>>
  translate(job: TranslationJob): Promise<TranslationResult>
}

if (!parentPort) throw new Error('This program runs as a worker thread.')

const functions: BodyFunctions = {
  validate: async ({ bytes, target }) =>
    new Transferred({ bytes, ...(await validate(bytes, target)) }, [bytes.buffer]),
  translate: async ({ bytes, call, options }) => {
    try {
      const { translateRequest } = await import('../gemini-to-openai/translate-request')
      return { request: translateRequest(bytes, call, options) }
    } catch (error) {
      return { error: toFailure(toApiError(error)) }
    }
  },
}
openPortCalls(parentPort, functions)

async function validate(bytes: Uint8Array, target: BodyTarget): Promise<ReadBody> {
  const { error, ...content } = await validateAndTranslate(bytes, target)
  return error === undefined ? content : { ...content, error: toFailure(toApiError(error)) }
}
