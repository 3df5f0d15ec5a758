// Uses a canary as the server's key: if a server echoes it or its host, neither reaches clients or the log.
import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import {
  formType,
  localKey,
  openOutbound,
  openTestGateway,
  openUpstream,
  sendEvents,
  sendJson,
  toForm,
} from '../testing/test-gateway.fixture'
import { toneWav } from '../testing/tone.fixture'
import { createOpenAiUpstream } from './openai'

const key = 'Quail+Heron/"Wren=%Lark\\Finch&Robin?0123456789'

/** Everything that the client received and the log stored for one request. */
async function collectOutput(
  echo: (outgoing: ServerResponse, url: string) => void,
  path: string,
): Promise<string> {
  const server = await openUpstream((request, outgoing) => {
    expect(request.headers.authorization).toBe(`Bearer ${key}`)
    expect(JSON.stringify(request.headers)).not.toContain(localKey)
    echo(outgoing, server.url)
  })
  const outbound = openOutbound()
  const upstream = createOpenAiUpstream(
    { id: 'openai', baseUrl: server.url, key, defaults: {}, aliases: [], kinds: {} },
    outbound,
  )
  const gateway = await openTestGateway({ upstream })
  for (const { close } of [server, outbound, gateway]) onTestFinished(close)
  const isForm = path.startsWith('/v1/audio')
  const form = toForm([
    { name: 'model', value: 'whisper-1' },
    { name: 'file', value: toneWav(1), filename: 'tone.wav' },
  ])
  const response = await gateway.send(path, {
    method: path.endsWith('/models') ? 'GET' : 'POST',
    ...(isForm && { key: null, headers: { authorization: `Bearer ${localKey}`, ...formType }, body: form }),
    ...(path.includes(':') && { body: JSON.stringify({ contents: [{ parts: [{ text: 'hi' }] }] }) }),
  })
  const log = JSON.stringify(await gateway.nextExchange())
  expect(log).toContain('quota')
  return [response.text, JSON.stringify(response.headers), log].join('\n')
}

const spelled = [
  key,
  encodeURIComponent(key),
  JSON.stringify(key).slice(1, -1),
  Buffer.from(key).toString('base64'),
]

const whole = '/v1beta/models/llama3:generateContent'
const stream = '/v1beta/models/llama3:streamGenerateContent?alt=sse'
const errorOf = (text: string, url: string) => ({
  error: { message: `quota of ${text} at ${url}`, code: text },
})

test.each<[string, string, (outgoing: ServerResponse, text: string, url: string) => void]>([
  ['an error', whole, (outgoing, text, url) => sendJson(outgoing, errorOf(text, url), 400)],
  ['a rejected key', whole, (outgoing, text, url) => sendJson(outgoing, errorOf(text, url), 401)],
  ['an error with status 200', whole, (outgoing, text, url) => sendJson(outgoing, errorOf(text, url))],
  ['an error as a text', whole, (outgoing, text) => sendJson(outgoing, { error: `quota of ${text}` }, 400)],
  [
    'findings',
    whole,
    (outgoing, text) => sendJson(outgoing, { detail: [{ loc: ['quota'], msg: text }] }, 422),
  ],
  ['an error before a stream', stream, (outgoing, text, url) => sendJson(outgoing, errorOf(text, url), 429)],
  [
    'an error in a stream',
    stream,
    (outgoing, text, url) => {
      sendEvents(outgoing, { choices: [{ delta: { content: 'hi' } }] }, errorOf(text, url))
      outgoing.end()
    },
  ],
  [
    'the list of models',
    '/v1beta/models',
    (outgoing, text, url) => sendJson(outgoing, errorOf(text, url), 403),
  ],
  [
    'a transcription',
    '/v1/audio/transcriptions',
    (outgoing, text, url) => sendJson(outgoing, errorOf(text, url), 400),
  ],
])('%s', async (_, path, echo) => {
  for (const text of spelled) {
    const output = await collectOutput((outgoing, url) => echo(outgoing, text, url), path)
    for (const other of spelled) expect(output).not.toContain(other)
    expect(output).not.toContain('Quail')
    expect(output).not.toMatch(/quota of .* at http:\/\/127\.0\.0\.1/)
  }
})
