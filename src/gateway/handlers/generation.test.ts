// Tests errors within an upstream's stream.
import { expect, test } from 'vitest'
import { ApiError } from '#shared/schemas/api-error'
import { readModelEvents } from './model-events'

const retryInfo = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3s' }

test('a quota error during a stream says when to retry, and contains no secret', async () => {
  const error = {
    code: 429,
    message: 'Slow down, canary.',
    status: 'RESOURCE_EXHAUSTED',
    details: [retryInfo, { key: 'canary' }],
  }
  async function* send() {
    yield new TextEncoder().encode(`data: {"candidates":[]}\n\ndata: ${JSON.stringify({ error })}\n\n`)
  }
  const redact = (text: string) => text.replaceAll('canary', '…')
  const documents: string[] = []
  const reading = async () => {
    for await (const batch of readModelEvents(send(), redact)) documents.push(...batch.documents)
  }
  const failure = await reading().catch((thrown: unknown) => thrown)
  expect({ documents, failure }).toEqual({
    documents: ['{"candidates":[]}'],
    failure: new ApiError('RESOURCE_EXHAUSTED', 'Slow down, ….', {
      http: 429,
      details: [retryInfo, { key: '…' }],
      source: 'provider',
    }),
  })
})
