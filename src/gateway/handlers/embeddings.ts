// Text embeddings: one text goes on as it came; a batch is made of single calls, where an upstream does not have batches (E14, decisions §9).
import { toNeutralId } from '#shared/models/catalogue'
import { ApiError } from '#shared/schemas/api-error'
import { EmbedContentResponse } from '#shared/schemas/embedding'
import type { Answer } from '#shared/wire/call'
import { readText } from '#shared/wire/read-body'
import { askForJson, isRefusal, toUpstreamCall } from './ask-upstream'
import { answerJson, type GatewayCall, type Handlers } from './handler'

/** Single calls under way at once for one batch. */
const concurrency = 4

type Batch = GatewayCall<'batchEmbedContents'>
type Embedding = EmbedContentResponse['embedding']

export const embeddings: Pick<Handlers, 'embedContent' | 'batchEmbedContents'> = {
  embedContent: (call) => askForJson(call, toUpstreamCall(call)),
  batchEmbedContents: (call) => (call.upstream.hasBatches ? passBatch(call) : embedBatch(call)),
}

/** An upstream that has batches is asked in one call. */
function passBatch(call: Batch): Promise<Answer> {
  checkModels(call)
  return askForJson(call, toUpstreamCall(call))
}

async function embedBatch(call: Batch): Promise<Answer> {
  checkModels(call)
  return call.upstream.hasBatches ? await askForJson(call, toUpstreamCall(call)) : await embedSingly(call)
}

/** Results in the order of the requests; the first refusal is the batch's, and ends the rest. */
async function embedSingly(call: Batch): Promise<Answer> {
  const { requests } = call.json
  const whole = new AbortController()
  const stop = (): void => whole.abort()
  call.signal.addEventListener('abort', stop)
  const results: Embedding[] = []
  let refusal: Answer | undefined
  let next = 0
  async function work(): Promise<void> {
    for (let index = next++; index < requests.length && !whole.signal.aborted; index = next++) {
      const answer = await embedOne(call, requests[index] ?? {}, whole.signal)
      if (isRefusal(answer)) {
        refusal ??= answer
        return whole.abort()
      }
      results[index] = await readEmbedding(answer)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(concurrency, requests.length) }, work))
  } catch (error) {
    if (!refusal) throw error
  } finally {
    stop()
    call.signal.removeEventListener('abort', stop)
  }
  return refusal ?? answerJson({ embeddings: results })
}

function embedOne(call: Batch, request: object, signal: AbortSignal): Promise<Answer> {
  const path = call.path.replace(/batchEmbedContents$/, 'embedContent')
  const { 'content-length': _, ...headers } = call.headers
  const body = Buffer.from(JSON.stringify(request))
  const query = call.query ? `?${call.query}` : ''
  return askForJson(call, toUpstreamCall(call, { path: path + query, headers, body, signal }))
}

async function readEmbedding(answer: Answer): Promise<Embedding> {
  const parsed = EmbedContentResponse.safeParse(parse(await readText(answer.body)))
  if (parsed.success) return parsed.data.embedding
  throw new ApiError('UNAVAILABLE', 'The upstream answered with something that is no embedding.')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** As upstream, every request of a batch names the batch's own model or none. */
function checkModels(call: Batch): void {
  const model = toNeutralId(call.parameters.model ?? '')
  for (const [index, request] of call.json.requests.entries()) {
    const named = request.model
    if (named === undefined || (typeof named === 'string' && toNeutralId(named) === model)) continue
    const param = `requests[${index}].model`
    throw new ApiError('INVALID_ARGUMENT', `${param}: must be the model of the address`, { param })
  }
}
