// Back-pressure of streams over the transport that the application uses.
import { setImmediate as pause } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import { expect, onTestFinished, test } from 'vitest'
import { type Contract, contract } from '#shared/desktop/contract'
import { pullStreams } from '#shared/desktop/pulled-streams'
import { createChanges } from '#workspace/changes'
import { createFeed } from '#workspace/concurrency/feed'
import { bindContract, createHandler } from './bind'

type Watch = (signal: AbortSignal | undefined) => AsyncIterable<unknown>

/** A client whose application has only this stream. */
function openClient(watch: Watch): ContractRouterClient<Contract> {
  const { streams, application } = contract
  const part = { streams, application: { changes: application.changes } }
  const functions = {
    application: { changes: (_: unknown, signal: AbortSignal | undefined) => watch(signal) },
  }
  const { port1, port2 } = new MessageChannel()
  // Other procedures are not called.
  const router = bindContract(part as unknown as Contract, functions as never, (work) => work())
  createHandler(router).upgrade(port1)
  port1.start()
  port2.start()
  onTestFinished(() => port2.close())
  let calls = 0
  const pull = (stream: string) => void client.streams.pull({ stream })
  const link = new RPCLink({ port: port2, ...pullStreams(() => `${++calls}`, pull) })
  const client: ContractRouterClient<Contract> = createORPCClient(link)
  return client
}

test('a page that reads nothing for a while receives what it has missed in one item', async () => {
  const changes = createChanges()
  const items = await openClient(changes.watch).application.changes()
  for (let count = 0; count < 200; count += 1) {
    changes.emit('settings')
    await pause()
  }
  changes.emit('keys')
  const read = async () => (await items.next()).value
  expect([await read(), await read()]).toEqual([{ topics: ['settings'] }, { topics: ['settings', 'keys'] }])
  changes.emit('models')
  expect(await read()).toEqual({ topics: ['models'] })
})

test('leaving a stream that waits for the page ends it in the application', async () => {
  const feed = createFeed(() => {
    const unread: { topics: never[] }[] = [{ topics: [] }]
    return { add: () => undefined, take: () => unread.shift() ?? null }
  })
  const client = openClient(feed.watch)
  const controller = new AbortController()
  const items = await client.application.changes(undefined, { signal: controller.signal })
  await items.next()
  controller.abort()
  await expect.poll(() => feed.isWatched()).toBe(false)
})

test('a stream whose caller has left before it starts is not watched', () => {
  const feed = createFeed(() => ({ add: () => undefined, take: () => null }))
  feed.watch(AbortSignal.abort())
  expect(feed.isWatched()).toBe(false)
})
