// Calls over a message channel, as to a worker: output, progress, cancellation, errors and transferred buffers.
import { expect, onTestFinished, test } from 'vitest'
import { ApiError } from '#shared/schemas/api-error'
import { type CallContext, connectWorker, serveCalls } from './worker-calls'

const handlers = {
  double: (value: number) => value * 2,
  buffer: () => ({ bytes: Uint8Array.of(1, 2, 3) }),
  open: (port: MessagePort) => port.postMessage('open'),
  fail: (message: string) => {
    throw new ApiError('NOT_FOUND', message)
  },
  allocate: () => {
    throw new RangeError('Array buffer allocation failed')
  },
  wait: async (_: undefined, { signal, report }: CallContext) => {
    report(0.5)
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    cancelled.push('wait')
  },
}
const cancelled: string[] = []

function openClient() {
  const { port1: page, port2: worker } = new MessageChannel()
  onTestFinished(() => page.close())
  serveCalls(handlers, worker, 'Not enough memory.')
  const client = connectWorker<typeof handlers>(page, 'The worker died.')
  worker.start()
  page.start()
  return { client, page }
}

test('resolves concurrent calls with the handler’s output', async () => {
  const { client } = openClient()
  expect(await Promise.all([client.call('double', 2), client.call('double', 4)])).toEqual([4, 8])
  expect(await client.call('buffer', undefined)).toEqual({ bytes: Uint8Array.of(1, 2, 3) })
})

test('transfers a port to the worker', async () => {
  const { port1, port2 } = new MessageChannel()
  onTestFinished(() => port1.close())
  const message = new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data)
  })
  await openClient().client.call('open', port2)
  expect(await message).toBe('open')
})

test('rejects with the error’s code and message; an allocation failure has its own message', async () => {
  const { client } = openClient()
  await expect(client.call('fail', 'Row 7')).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Row 7' })
  await expect(client.call('allocate', undefined)).rejects.toMatchObject({
    code: 'RESOURCE_EXHAUSTED',
    message: 'Not enough memory.',
  })
})

test('a cancelled call rejects immediately, and its handler’s signal aborts', async () => {
  const { client } = openClient()
  const controller = new AbortController()
  const progress: number[] = []
  const call = client.call('wait', undefined, {
    signal: controller.signal,
    onProgress: (step) => {
      progress.push(step)
      controller.abort()
    },
  })
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  await expect.poll(() => cancelled).toEqual(['wait'])
  expect(progress).toEqual([0.5])
})

test('a worker that dies rejects pending and later calls', async () => {
  const { client, page } = openClient()
  const pending = client.call('wait', undefined)
  page.dispatchEvent(new Event('error'))
  const died = { code: 'RESOURCE_EXHAUSTED', message: 'The worker died.' }
  await expect(pending).rejects.toMatchObject(died)
  await expect(client.call('double', 2)).rejects.toMatchObject(died)
})
