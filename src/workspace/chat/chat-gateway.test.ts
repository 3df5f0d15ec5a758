// The chat through the real gateway, with a service that fails in the middle of a response.
import { expect, onTestFinished, test } from 'vitest'
import { localKey, openTestGateway, openUpstream } from '#gateway/testing/test-gateway.fixture'
import { openLoopback } from '../../main/gateway-host/loopback'
import { openWorkspace } from '../workspace'
import { makeFolder, parameters, waitUntilIdle } from '../workspace.fixture'

test('an error event in a stream reaches the turn although the socket is destroyed after it', async () => {
  const error = {
    code: 429,
    message: 'The quota for this minute is used up.',
    status: 'RESOURCE_EXHAUSTED',
    details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '41s' }],
  }
  const upstream = await openUpstream((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const chunk = { candidates: [{ content: { role: 'model', parts: [{ text: 'Half' }] }, index: 0 }] }
    response.write(`data: ${JSON.stringify(chunk)}\n\n`)
    response.write(`data: ${JSON.stringify({ error })}\n\n`, () => void response.destroy())
  })
  const gateway = await openTestGateway({ baseUrl: upstream.url })
  const loopback = openLoopback({ origin: async () => gateway.url, key: () => localKey })
  const app = await openWorkspace({ folder: makeFolder(), send: loopback.send })
  onTestFinished(async () => {
    await app.close()
    await loopback.close()
    await gateway.close()
    await upstream.close()
  })
  const { conversationId } = app.chat.send({ conversationId: null, parts: [{ text: 'Go.' }], parameters })
  const { turns } = await waitUntilIdle(app, conversationId)
  expect(turns[1]).toMatchObject({
    state: 'failed',
    parts: [{ text: 'Half' }],
    error: { code: 'RESOURCE_EXHAUSTED', message: error.message, retryAfter: 41 },
  })
})
