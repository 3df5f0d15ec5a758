// The way out while its settings change: what is under way goes on, and nothing of the old way is left behind.
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Outbound } from '#gateway/outbound/outbound'
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

/** Holds answers to `/held` back, and knows which connections are open. */
async function openUpstream() {
  const open = new Set<Socket>()
  const held: ServerResponse[] = []
  const server = await openServer((incoming, outgoing) => {
    const { socket } = incoming
    if (!open.has(socket)) socket.on('close', () => open.delete(socket))
    open.add(socket)
    if (incoming.url === '/held') held.push(outgoing)
    else outgoing.end('at once')
  })
  onTestFinished(server.close)
  return { origin: `http://127.0.0.1:${server.port}`, open, held }
}

const withSilence = (silenceSeconds: number) => ({
  ...demoSettings,
  network: { ...demoSettings.network, silenceSeconds },
})

test('after a change idle connections close, a call under way goes on to its end, and then its connection closes', async () => {
  const { origin, open, held } = await openUpstream()
  const outbound = openConfigurableOutbound(withSilence(10), headlessNetworking)
  onTestFinished(outbound.close)
  const requested = outbound.send(origin, callTo('/held'))
  await expect.poll(() => held.length).toBe(1)
  expect(await readText((await outbound.send(origin, callTo('/'))).body)).toBe('at once')
  expect(open.size).toBe(2)

  outbound.configure(withSilence(20))
  await expect.poll(() => open.size).toBe(1)
  outbound.configure(withSilence(30))
  held[0]?.write('still ')
  const { body } = await requested
  held[0]?.end('here')
  expect(await readText(body)).toBe('still here')
  await expect.poll(() => open.size).toBe(0)
})

test('closing breaks off what is under way over a way that was left', async () => {
  const { origin, open, held } = await openUpstream()
  const outbound = openConfigurableOutbound(withSilence(10), headlessNetworking)
  const requested = outbound.send(origin, callTo('/held'))
  await expect.poll(() => held.length).toBe(1)
  outbound.configure(withSilence(20))
  const failed = expect(requested).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await outbound.close()
  await failed
  await expect.poll(() => open.size).toBe(0)
})

test('the system’s network stack carries on through every change, and is closed with the way out', async () => {
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
