// Checks that settings of the outbound transport change without interrupting requests or leaking connections.
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Outbound } from '#gateway/ports'
import { openServer } from '#gateway/testing/loopback-servers.fixture'
import type { HttpRequest } from '#shared/wire/http'
import { readText } from '#shared/wire/read-body'
import { headlessNetworking, openConfigurableOutbound } from './configurable-outbound'
import { demoSettings } from './gateway-settings.fixture'

const callTo = (path: string): HttpRequest => ({
  method: 'GET',
  path,
  headers: {},
  body: null,
  signal: new AbortController().signal,
})

/** Delays responses to `/delayed`, and tracks open connections. */
async function openUpstream() {
  const open = new Set<Socket>()
  const pending: ServerResponse[] = []
  const server = await openServer((incoming, outgoing) => {
    const { socket } = incoming
    if (!open.has(socket)) socket.on('close', () => open.delete(socket))
    open.add(socket)
    if (incoming.url === '/delayed') pending.push(outgoing)
    else outgoing.end('immediate')
  })
  onTestFinished(server.close)
  return { origin: `http://127.0.0.1:${server.port}`, open, pending }
}

const withSilence = (silenceSeconds: number) => ({
  ...demoSettings,
  network: { ...demoSettings.network, silenceSeconds },
})

test('after a change, closes idle connections immediately, and others when their request ends', async () => {
  const { origin, open, pending } = await openUpstream()
  const outbound = openConfigurableOutbound(withSilence(10), headlessNetworking)
  onTestFinished(outbound.close)
  const requested = outbound.send(origin, callTo('/delayed'))
  await expect.poll(() => pending.length).toBe(1)
  expect(await readText((await outbound.send(origin, callTo('/'))).body)).toBe('immediate')
  expect(open.size).toBe(2)

  outbound.configure(withSilence(20))
  await expect.poll(() => open.size).toBe(1)
  outbound.configure(withSilence(30))
  pending[0]?.write('still ')
  const { body } = await requested
  pending[0]?.end('here')
  expect(await readText(body)).toBe('still here')
  await expect.poll(() => open.size).toBe(0)
})

test('closing aborts requests over a previous transport', async () => {
  const { origin, open, pending } = await openUpstream()
  const outbound = openConfigurableOutbound(withSilence(10), headlessNetworking)
  const requested = outbound.send(origin, callTo('/delayed'))
  await expect.poll(() => pending.length).toBe(1)
  outbound.configure(withSilence(20))
  const failed = expect(requested).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await outbound.close()
  await failed
  await expect.poll(() => open.size).toBe(0)
})

test('the system’s network stack stays open through every change, and closes with the transport', async () => {
  let closed = 0
  const systemStack: Outbound = {
    send: async () => ({ status: 200, headers: {}, body: Buffer.from('over the stack') }),
    close: async () => {
      closed += 1
    },
  }
  const networking = { ...headlessNetworking, systemStack }
  const overStack = { ...demoSettings, network: { ...demoSettings.network, systemStack: true } }
  const outbound = openConfigurableOutbound(overStack, networking)
  outbound.configure(withSilence(20))
  outbound.configure(overStack)
  const { body } = await outbound.send('http://upstream.test', callTo('/'))
  expect([await readText(body), closed]).toEqual(['over the stack', 0])
  await outbound.close()
  expect(closed).toBeGreaterThan(0)
})
