// Writes video and embedding requests, and token counts, as a JavaScript module that uses the Google SDK.
import { toOpening } from './fetch'
import { splitPath, writeClient } from './gen-ai'
import { holdsFiles, isObject, readSampleBody, type SampleRequest, type SampleTarget } from './sample-request'
import { javascript, writeLiteral } from './write-literal'

interface SdkCall {
  readonly method: 'generateVideos' | 'embedContent' | 'countTokens'
  /** Besides the model. */
  readonly parameters: Readonly<Record<string, unknown>>
  readonly output: string
  readonly notes: readonly string[]
}

/** Null if the SDK has no parameter for a part of the body. */
function toSdkCall(request: SampleRequest): SdkCall | null {
  if (request.body === '' || holdsFiles(request)) return null
  const verb = /:(\w+)(?:\?|$)/.exec(request.path)?.[1]
  const body = readSampleBody(request)
  if (verb === 'predictLongRunning') return toVideoCall(body)
  if (verb === 'embedContent') return toEmbeddingCall(body)
  if (verb !== 'countTokens' || !hasOnly(body, ['contents'])) return null
  return { method: 'countTokens', parameters: body, output: 'response.totalTokens', notes: [] }
}

function toVideoCall({ instances, parameters = {}, ...others }: Body): SdkCall | null {
  const [instance, ...more] = Array.isArray(instances) ? instances : []
  const isSupported = more.length === 0 && hasOnly(others, []) && hasOnly(parameters, videoOptions)
  if (!isSupported || !hasOnly(instance, ['prompt'])) return null
  return {
    method: 'generateVideos',
    parameters: { source: { prompt: instance.prompt }, config: parameters },
    output: 'response.name',
    notes: ['Check it with ai.operations.getVideosOperation({ operation: response }).'],
  }
}

const videoOptions = [
  'aspectRatio',
  'durationSeconds',
  'resolution',
  'negativePrompt',
  'personGeneration',
  'seed',
]

function toEmbeddingCall({ content, ...config }: Body): SdkCall | null {
  if (!hasOnly(config, ['taskType', 'title', 'outputDimensionality'])) return null
  return {
    method: 'embedContent',
    parameters: { contents: [content], config },
    output: 'response.embeddings[0].values',
    notes: ['The SDK sends a batch of one text.'],
  }
}

type Body = Readonly<Record<string, unknown>>

function hasOnly(value: unknown, names: readonly string[]): value is Body {
  return isObject(value) && Object.keys(value).every((name) => names.includes(name))
}

export function isSdkCall(request: SampleRequest): boolean {
  return toSdkCall(request) !== null
}

export function toGenAiCall(request: SampleRequest, target: SampleTarget): string {
  // The caller has checked it with `isSdkCall`.
  const { method, parameters, output, notes } = toSdkCall(request) as SdkCall
  const [, model = ''] = splitPath(request.path)
  const described = { ...request, notes: [...(request.notes ?? []), ...notes] }
  return `${[
    ...toOpening(described, target),
    'import { GoogleGenAI } from "@google/genai"',
    '',
    ...writeClient(request, target),
    '',
    `const response = await ai.models.${method}(${writeLiteral({ model, ...parameters }, javascript)})`,
    `console.log(${output})`,
  ].join('\n')}\n`
}
