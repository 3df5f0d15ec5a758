// Long work: its result, its error, canceling it in its toast, and a second one meanwhile.
import { beforeEach, expect, test, vi } from 'vitest'
import { runTransfer, toFileStep, useTransfers } from './transfer'

const messages: string[] = []
let cancel: (() => void) | undefined
let shown = 0

vi.mock('sonner', () => ({
  toast: Object.assign((message: string) => messages.push(message), {
    loading: (_: string, { action }: { action: { onClick: () => void } }) => {
      cancel = action.onClick
      shown += 1
    },
    dismiss: () => undefined,
  }),
}))

beforeEach(() => {
  vi.useFakeTimers()
  messages.length = 0
  cancel = undefined
  shown = 0
  return () => void vi.useRealTimers()
})

interface Copied {
  readonly files: number
  readonly done?: string
}

const copy = (start: (options: { signal: AbortSignal }) => AsyncIterable<Copied>) =>
  runTransfer({
    kind: 'items',
    title: 'Exporting 2 items',
    start: async (options) => start(options),
    read: ({ files, done }) =>
      done ? { done } : toFileStep({ files, totalFiles: 2, bytes: 0, totalBytes: 0 }),
    canceled: 'Export canceled',
  })

test('resolves to the result, and rejects with an error, without a toast if it was short', async () => {
  await expect(
    copy(async function* () {
      yield { files: 1 }
      yield { files: 2, done: '/a' }
    }),
  ).resolves.toBe('/a')
  await expect(
    copy(async function* () {
      yield { files: 1 }
      throw new Error('disk full')
    }),
  ).rejects.toThrow('disk full')
  expect([cancel, messages, useTransfers.getState().items]).toEqual([undefined, [], undefined])
})

test('a second one is rejected, and canceling ends the first', async () => {
  const first = copy(async function* ({ signal }) {
    yield { files: 1 }
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    throw signal.reason
  })
  await expect(copy(async function* () {})).rejects.toThrow('Exporting 2 items is still in progress')
  await vi.advanceTimersByTimeAsync(1000)
  cancel?.()
  await expect(first).resolves.toBeUndefined()
  expect([messages, useTransfers.getState().items]).toEqual([['Export canceled'], undefined])
})

test('a canceled one that still reports progress does not show its toast again', async () => {
  const first = copy(async function* ({ signal }) {
    yield { files: 1 }
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    yield { files: 2 }
  })
  await vi.advanceTimersByTimeAsync(1000)
  cancel?.()
  await expect(first).resolves.toBeUndefined()
  expect([shown, messages]).toEqual([1, ['Export canceled']])
})
