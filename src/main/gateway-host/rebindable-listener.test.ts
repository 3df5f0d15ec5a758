// A gateway that moves from port to port while it is being called.
import type http from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { findClosedPort, openRawServer } from '#gateway/testing/loopback-servers.fixture'
import { openRebindableListener } from './rebindable-listener'

/** Answers with the port it was asked at; holds answers to `/held` back. */
async function open(port: number) {
  const held: http.ServerResponse[] = []
  const serve = (incoming: http.IncomingMessage, outgoing: http.ServerResponse) => {
    if (incoming.url === '/held') held.push(outgoing)
    else outgoing.end(String(incoming.socket.localPort))
  }
  const listener = await openRebindableListener({ serve }, port)
  onTestFinished(() => listener.close(0))
  return { listener, held }
}

const ask = (port: number, path = '/'): Promise<string> =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } }).then(
    (answer) => answer.text(),
    () => 'nobody',
  )

const urlOf = (port: number): string => `http://127.0.0.1:${port}`

test('of two moves that are asked for at once the last one counts, and nothing listens at the other ports', async () => {
  const [first, second, third] = [await findClosedPort(), await findClosedPort(), await findClosedPort()]
  const { listener } = await open(first)
  const moves = await Promise.all([listener.moveTo(second), listener.moveTo(third)])
  expect(moves.map(({ url }) => url)).toEqual([urlOf(second), urlOf(third)])
  expect(await listener.address()).toEqual({ url: urlOf(third), notice: null })
  expect(await Promise.all([first, second, third].map((port) => ask(port)))).toEqual([
    'nobody',
    'nobody',
    String(third),
  ])
})

test('who asks for the same port while a move is under way is told where it ended', async () => {
  const [first, second] = [await findClosedPort(), await findClosedPort()]
  const { listener } = await open(first)
  const answers = await Promise.all([listener.moveTo(second), listener.moveTo(second), listener.address()])
  expect(answers.map(({ url }) => url)).toEqual([urlOf(second), urlOf(second), urlOf(second)])
})

test('a call that is under way at a port that is left goes on to its end', async () => {
  const [first, second] = [await findClosedPort(), await findClosedPort()]
  const { listener, held } = await open(first)
  const requested = ask(first, '/held')
  await expect.poll(() => held.length).toBe(1)
  await listener.moveTo(second)
  expect(await ask(first)).toBe('nobody')
  held[0]?.end('whole')
  expect(await requested).toBe('whole')
})

test('closing ends calls at ports that were left too', async () => {
  const [first, second] = [await findClosedPort(), await findClosedPort()]
  const { listener, held } = await open(first)
  const requested = ask(first, '/held')
  await expect.poll(() => held.length).toBe(1)
  await listener.moveTo(second)
  await listener.close(0)
  expect([await requested, await ask(second)]).toEqual(['nobody', 'nobody'])
})

test('the port that it had to take instead is not taken by another program when it is asked for', async () => {
  const other = await openRawServer((socket) => socket.destroy())
  onTestFinished(other.close)
  const { listener } = await open(other.port)
  const { url, notice } = await listener.address()
  expect(notice).toContain(`Port ${other.port} is in use by another app`)
  const actual = Number(new URL(url).port)
  expect(await listener.moveTo(actual)).toEqual({ url, notice: null })
  expect(await listener.moveTo(actual)).toEqual({ url, notice: null })
  expect(await ask(actual)).toBe(String(actual))
})

test('a port that was taken at the start is taken back on request once it is free', async () => {
  const other = await openRawServer((socket) => socket.destroy())
  const { listener, held } = await open(other.port)
  const { url, notice } = await listener.address()
  await expect(listener.retryPort()).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining(`Port ${other.port} is still in use by another app`),
  })
  expect(await listener.address()).toEqual({ url, notice })
  const request = ask(Number(new URL(url).port), '/held')
  await expect.poll(() => held.length).toBe(1)
  await other.close()
  expect(await listener.retryPort()).toEqual({ url: urlOf(other.port), notice: null })
  expect(await ask(other.port)).toBe(String(other.port))
  expect(await ask(Number(new URL(url).port))).toBe('nobody')
  held[0]?.end('whole')
  expect(await request).toBe('whole')
  expect(await listener.retryPort()).toEqual({ url: urlOf(other.port), notice: null })
})
