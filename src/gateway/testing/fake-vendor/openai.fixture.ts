// The fake OpenAI API: what it rejects; the demo service reads the recordings (wire §8, §4.5).
import { createDemoService } from '#demo/demo'
import { openAi, VendorError, writeOpenAiError, wrongOpenAiKey } from './errors.fixture'
import { askDemo, type FakeResponse, type ReceivedRequest, replyText } from './host.fixture'
import { isTranscriber, openAiModels } from './vendor-models.fixture'

const demo = createDemoService({ pace: 'instant' })

const openAiHeaders = {
  'openai-organization': 'org-fake',
  'openai-processing-ms': '421',
  'x-request-id': 'req_fake',
  'x-ratelimit-remaining-requests': '499',
  'set-cookie': '__cf_bm=fake; path=/; HttpOnly',
} as const

/** Never throws: errors are responses. */
export async function answerOpenAi(
  received: ReceivedRequest,
  keys: readonly string[],
): Promise<FakeResponse> {
  const reply = await route(received, keys).catch((error: unknown) => {
    if (error instanceof VendorError) return writeOpenAiError(error)
    throw error
  })
  return { ...reply, headers: { ...openAiHeaders, ...reply.headers } }
}

async function route(received: ReceivedRequest, keys: readonly string[]): Promise<FakeResponse> {
  const { method, path } = received
  const isList = method === 'GET' && path === '/v1/models'
  if (!isList && `${method} ${path}` !== 'POST /v1/audio/transcriptions')
    throw openAi(404, { message: `Invalid URL (${method} ${path})` })
  checkKey(received, keys)
  if (isList)
    return replyText(JSON.stringify({ object: 'list', data: openAiModels }), { type: 'application/json' })
  await checkForm(received)
  const reply = await askDemo(demo, received)
  return reply.headers['content-type']?.includes('event-stream')
    ? { ...reply, chunks: splitEvents(Buffer.concat(reply.chunks).toString()) }
    : reply
}

function splitEvents(text: string): readonly Buffer[] {
  return text.split(/(?<=\n\n)/).map((event) => Buffer.from(event))
}

function checkKey({ headers }: ReceivedRequest, keys: readonly string[]): void {
  const key = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  if (key === undefined)
    throw openAi(401, {
      message:
        "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
    })
  if (!keys.includes(key)) throw wrongOpenAiKey(key)
}

/** Checks what the demo service accepts: any model, and some combinations of fields. */
async function checkForm({ headers, body }: ReceivedRequest): Promise<void> {
  const type = headers['content-type'] ?? ''
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw openAi(400, { message: 'Could not parse multipart form' })
    })
  const id = form.get('model')
  if (typeof id === 'string' && !isTranscriber(id))
    throw openAi(404, {
      message: `The model \`${id}\` does not exist or you do not have access to it.`,
      code: 'model_not_found',
    })
  const format = form.get('response_format') ?? 'json'
  if (format !== 'json' && format !== 'text')
    throw openAi(400, {
      message: `response_format '${String(format)}' is not compatible with model '${String(id)}'. Use 'json' or 'text' instead.`,
      param: 'response_format',
      code: 'unsupported_value',
    })
  if (form.has('timestamp_granularities[]'))
    throw openAi(400, {
      message: "timestamp_granularities needs response_format 'verbose_json'.",
      param: 'timestamp_granularities',
    })
}
