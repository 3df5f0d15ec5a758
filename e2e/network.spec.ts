// Outbound connections of the process: the proxy that the system has for it, and Chromium's network stack.
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import { sendJson } from '../src/dev/scripted-upstream.mjs'
import type { Application } from './application'
import { generate, openGateway, toPrompt } from './gateway-client'
import { openScriptedService, type ScriptedService, textResponse } from './scripted-service'
import { selectService } from './settings-steps'
import { test as base } from './system-proxy'

const test = base.extend<{ scripted: ScriptedService }>({
  scripted: async ({ application }, use) => {
    const scripted = await openScriptedService()
    await selectService(application, { name: 'Ours', url: scripted.url, key: 'key-of-the-service' })
    await use(scripted)
    scripted.close()
  },
})

async function useSystemStack(application: Application): Promise<void> {
  const { settings } = await application.desktop()
  const { network } = await settings.read()
  await settings.update({ network: { ...network, systemStack: true } })
}

const question = toPrompt('What is 6 times 7?')
const stream = '/v1beta/models/gen-2.5-flash:streamGenerateContent?alt=sse'
const event = (text: string) => `data: ${JSON.stringify(textResponse(text))}\r\n\r\n`

test('both network stacks send requests through the system proxy, and the system’s one logs in to it', async ({
  application,
  systemProxy,
  scripted,
}) => {
  const { keys } = await application.desktop()
  const { send } = await openGateway(application)
  const sent = expect.stringMatching(`^POST ${scripted.url}/v1beta/models/[^:]+:generateContent`)
  expect((await send(generate, question)).status).toBe(200)
  await useSystemStack(application)
  expect((await send(generate, question)).status).toBe(200)
  expect(systemProxy.requests).toEqual([sent, sent])

  systemProxy.require('ada:pass:word')
  expect(await (await send(generate, question)).text()).toContain('requires a username and password')
  await keys.set({ slot: 'proxy', key: 'ada:wrong' })
  expect(await (await send(generate, question)).text()).toContain('requires a username and password')
  await keys.set({ slot: 'proxy', key: 'ada:pass:word' })
  expect((await send(generate, question)).status).toBe(200)
  expect(scripted.received).toHaveLength(3)
  expect(await application.readOutput()).not.toContain('pass:word')
})

test('over the system’s network stack, requests and responses pass unchanged, streamed and aborted', async ({
  application,
  scripted,
}) => {
  await useSystemStack(application)
  const { key, send } = await openGateway(application)

  await test.step('no redirect is followed, and no cookie is stored', async () => {
    scripted.answer = (_incoming, outgoing) =>
      outgoing.writeHead(302, { location: '/elsewhere', 'set-cookie': 'a=b; Path=/' }).end('moved')
    const moved = await send(generate, question)
    expect([moved.status, await moved.text()]).toEqual([502, expect.stringContaining('redirect')])
    expect(scripted.received).toHaveLength(1)

    scripted.answer = (_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'application/json; charset=utf-8', etag: 'e' })
      outgoing.end(JSON.stringify(textResponse('unchanged')))
    }
    const plain = await send(generate, question)
    expect([plain.headers.get('content-type'), plain.headers.get('etag')]).toEqual([
      'application/json; charset=utf-8',
      'e',
    ])
    expect(await plain.json()).toEqual(textResponse('unchanged'))
    expect(scripted.received.map(({ headers }) => [headers.cookie, headers['accept-encoding']])).toEqual([
      [undefined, 'identity'],
      [undefined, 'identity'],
    ])
  })

  await test.step('a large upload arrives whole', async () => {
    const audio = randomBytes(20_000_000)
    let received = Buffer.alloc(0)
    scripted.answer = async (incoming, outgoing) => {
      const form = await buffer(incoming)
      const start = form.indexOf(audio.subarray(0, 64))
      received = form.subarray(start, start + audio.length)
      sendJson(outgoing, { text: 'heard' })
    }
    const body = new FormData()
    body.set('model', 'gen-4o-transcribe')
    body.set('file', new Blob([audio]), 'speech.wav')
    const headers = { authorization: `Bearer ${key}` }
    const url = `${application.gatewayUrl}/v1/audio/transcriptions`
    expect(await (await fetch(url, { method: 'POST', headers, body })).json()).toEqual({ text: 'heard' })
    expect(received.equals(audio)).toBe(true)
  })

  await test.step('a client that disconnects ends the request, and a slow one applies back-pressure', async () => {
    let closed = 0
    let written = 0
    scripted.answer = (_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
      outgoing.on('close', () => {
        closed += 1
      })
      const chunk = event('x'.repeat(100_000))
      const write = () => {
        do written += chunk.length
        while (outgoing.write(chunk) && !outgoing.destroyed)
      }
      outgoing.on('drain', write)
      write()
    }
    const response = await send(stream, question)
    const reader = response.body?.getReader()
    await reader?.read()
    // Once the buffers on the way are full, the provider waits; without back-pressure it would write on and on.
    let paused = -1
    const isPaused = () => {
      const before = paused
      paused = written
      return before === written
    }
    await expect.poll(isPaused, { intervals: [500] }).toBe(true)
    expect(closed).toBe(0)
    while (written === paused) await reader?.read()
    await reader?.cancel()
    await expect.poll(() => closed).toBe(1)
  })

  await test.step('an interrupted response returns what was received, then an error', async () => {
    let cutOff = () => {}
    scripted.answer = (_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
      outgoing.write(event('half'))
      cutOff = () => outgoing.destroy()
    }
    const response = await send(stream, question)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    try {
      for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
        text += step.value
        if (text.includes('half')) cutOff()
      }
    } catch {
      // The connection to this client is closed, too.
    }
    expect(text).toMatch(/half.*closed before the response was complete/s)

    scripted.close()
    const afterClose = await send(generate, question)
    expect([afterClose.status, await afterClose.text()]).toEqual([
      502,
      expect.stringContaining('UNAVAILABLE'),
    ])
  })
})
