import type { Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openRawServer } from '../testing/loopback-servers.fixture'
import {
  geminiKey,
  openScriptedVendorGateway,
  type ScriptedVendorGateway,
} from '../testing/scripted-vendor.fixture'
import { chunkOf, localKey, sendEvents, sendJson, type UpstreamScript } from '../testing/test-gateway.fixture'

const body = JSON.stringify({ contents: [{ parts: [{ text: 'hi' }] }] })
const encoded = encodeURIComponent(geminiKey)
const escaped = JSON.stringify(geminiKey).slice(1, -1)

/** Parts of the key that encodings and line breaks leave whole, and the key in Base64 and with all characters escaped. */
const base64 = Buffer.from(geminiKey).toString('base64')
const escapedKey = [...geminiKey].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join('')
const leak = new RegExp(
  `canar|234567|${base64.slice(0, 12)}|${escapedKey.slice(0, 24).replaceAll('\\', '\\\\+')}`,
  'i',
)

test('the search finds pieces of the key in any encoding', () => {
  const folded = `${geminiKey.slice(0, 15)}\n ${geminiKey.slice(15)}`
  for (const text of [
    geminiKey,
    encodeURIComponent(encoded),
    folded,
    base64,
    escapedKey,
    JSON.stringify(escapedKey),
  ])
    expect(text).toMatch(leak)
})

async function expectNoLeak(setup: ScriptedVendorGateway, url: string): Promise<void> {
  const host = new URL(url).host
  for (const verb of ['generateContent', 'streamGenerateContent', 'streamGenerateContent?alt=sse']) {
    const response = await setup.gateway.send(`/v1beta/models/gen-2.5-pro:${verb}`, { body })
    const visible = JSON.stringify([response.text, response.headers, await setup.gateway.nextExchange()])
    expect([verb, leak.exec(visible), visible.includes(host)]).toEqual([verb, null, false])
    expect(response.text).not.toBe('')
  }
}

/** Responds with raw JSON text, including escapes. */
const respondWithText =
  (text: string, status = 400, type = 'application/json'): UpstreamScript =>
  (_, outgoing) => {
    outgoing.writeHead(status, { 'content-type': type })
    outgoing.end(text)
  }

describe('redacts the key if the vendor writes it', () => {
  test.each<[string, UpstreamScript]>([
    [
      'into its message, also encoded, in Base64, escaped, over two lines, and with its own host',
      (request, outgoing) => {
        const lines = `${geminiKey.slice(0, 15)}\n    ${geminiKey.slice(15)}`
        const url = `https://${request.headers.host}/?key=${encoded}`
        const message = [geminiKey, url, `{"key":"${escaped}"}`, base64, lines].join(' and ')
        sendJson(outgoing, { error: { code: 400, status: 'INVALID_ARGUMENT', message } }, 400)
      },
    ],
    [
      'with every character escaped',
      respondWithText(`{"error":{"code":400,"message":"${escapedKey}","status":"X"}}`),
    ],
    [
      'into details, a field name, and next to the error',
      (_, outgoing) => {
        const debugInfo = { debugInfo: `header x-goog-api-key: ${geminiKey}`, stackEntries: [[geminiKey]] }
        const details = [{ '@type': 'type.googleapis.com/google.rpc.DebugInfo', ...debugInfo }]
        const error = { code: 400, message: 'No.', status: 'X', details, metadata: { [geminiKey]: true } }
        sendJson(outgoing, [{ error, request: { key: geminiKey } }], 400)
      },
    ],
    ['into an error in another format', respondWithText(JSON.stringify({ detail: geminiKey }), 500)],
    ['into an HTML page', respondWithText(`<html>${geminiKey}</html>`, 502, 'text/html')],
    ['into a page with a success status', respondWithText(`<html>${geminiKey}</html>`, 200, 'text/html')],
    [
      'into an error without an event',
      (_, outgoing) => {
        sendEvents(outgoing, chunkOf('one'))
        outgoing.end(
          JSON.stringify(
            { error: { code: 503, message: `Overloaded: ${escaped}`, status: 'UNAVAILABLE' } },
            null,
            2,
          ),
        )
      },
    ],
    [
      'into invalid data during a stream',
      (_, outgoing) => {
        sendEvents(outgoing, chunkOf('one'))
        outgoing.end(`data: ${geminiKey} {\r\n\r\n`)
      },
    ],
  ])('%s', async (_, gemini) => {
    const setup = await openScriptedVendorGateway({ gemini })
    onTestFinished(setup.close)
    await expectNoLeak(setup, setup.gemini.url)
  })

  test.each<[string, (socket: Socket) => void]>([
    [
      'into an invalid header',
      (socket) => void socket.end(`HTTP/1.1 200 OK\r\nx ${geminiKey}\u0000: ${geminiKey}\r\n\r\n`),
    ],
    [
      'into the status message',
      (socket) => void socket.end(`HTTP/1.1 400 ${geminiKey}\r\ncontent-length: 0\r\n\r\n`),
    ],
    ['into something that is not HTTP', (socket) => void socket.end(`${geminiKey}\r\n\r\n`)],
    [
      'and closes the connection',
      (socket) =>
        void socket.end(`HTTP/1.1 400 No\r\ncontent-length: 999\r\n\r\n{"error":{"message":"${geminiKey}`),
    ],
  ])('%s', async (_, onSocket) => {
    const server = await openRawServer((socket) => socket.once('data', () => onSocket(socket)))
    const geminiUrl = `http://127.0.0.1:${server.port}`
    const setup = await openScriptedVendorGateway({ vendor: { geminiUrl } })
    for (const { close } of [server, setup]) onTestFinished(close)
    await expectNoLeak(setup, geminiUrl)
  })
})

test('reports an unreachable vendor without its host and the local key', async () => {
  const setup = await openScriptedVendorGateway()
  onTestFinished(setup.close)
  await setup.gemini.close()
  await expectNoLeak(setup, setup.gemini.url)
  await setup.gateway.send(`/v1beta/models/gen-2.5-pro:generateContent?key=${localKey}`, { body, key: null })
  expect(JSON.stringify(setup.gateway.exchanges)).not.toContain(localKey)
})
