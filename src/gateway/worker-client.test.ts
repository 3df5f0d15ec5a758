// Checks calls of a worker thread that dies, has no work, or does not close.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { createWorkerClient } from './worker-client'

/** Returns its argument and its thread for `echo`; dies or never answers on request. Only one may have the file `lock`. */
const program = `
  const { existsSync, rmSync, writeFileSync } = require('node:fs')
  const { parentPort, threadId, workerData: { lock, hangs } } = require('node:worker_threads')
  if (lock && existsSync(lock)) throw new Error('Two threads are open.')
  if (lock) writeFileSync(lock, '')
  parentPort.on('message', ({ id, name, input }) => {
    if (input === 'die') throw new Error('crashed')
    if (input === 'wait' || (name === 'close' && hangs)) return
    const value = name === 'isIdle' ? true : { input, threadId }
    const answer = () => parentPort.postMessage({ type: 'result', id, value })
    if (name !== 'close' || !lock) return answer()
    // Closing takes longer than starting another thread.
    setTimeout(() => {
      rmSync(lock)
      answer()
    }, 100)
  })`

type EchoFunctions = {
  echo(input: string): { readonly input: string; readonly threadId: number }
}

function open({ idleMs, ...behavior }: { idleMs?: number; isLocking?: boolean; hangs?: boolean } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'worker calls '))
  const file = join(folder, 'worker.cjs')
  writeFileSync(file, program)
  const errors: string[] = []
  const { call, close } = createWorkerClient<EchoFunctions>({
    program: file,
    options: () => ({
      workerData: { hangs: behavior.hangs, lock: behavior.isLocking ? join(folder, 'lock') : undefined },
    }),
    name: 'test thread',
    onError: ({ message }) => errors.push(message),
    idleMs,
  })
  onTestFinished(async () => {
    await close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { echo: (input: string) => call('echo', input), close, errors }
}

test('a thread that dies is reported and fails its calls, and another one answers the next call', async () => {
  const { echo, errors } = open()
  const first = await echo('a')
  expect(first.threadId).not.toBe(threadId)
  const results = await Promise.allSettled([echo('wait'), echo('die')])
  const reason = expect.objectContaining({ message: 'The test thread has ended.' })
  expect([results, errors]).toEqual([Array(2).fill({ status: 'rejected', reason }), ['crashed']])
  const next = await echo('b')
  expect([next.input, next.threadId === first.threadId]).toEqual(['b', false])
})

test('answers every call in order by one thread at a time, also while a thread ends for lack of work', async () => {
  const { echo, close, errors } = open({ idleMs: 0, isLocking: true })
  const threads = new Set<number>()
  for (let round = 0; round < 20; round += 1) {
    // The rounds call at different moments of the end.
    for (let turn = 0; turn < round % 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    const answered: string[] = []
    const calls = ['a', 'b', 'c'].map(async (input) => {
      const answer = await echo(input)
      answered.push(answer.input)
      threads.add(answer.threadId)
    })
    await Promise.all(calls)
    expect(answered).toEqual(['a', 'b', 'c'])
  }
  // At least now, a thread has had time to end.
  const countThreads = async () => threads.add((await echo('d')).threadId).size
  await expect.poll(countThreads).toBeGreaterThan(1)
  const last = echo('last')
  await close()
  await close()
  expect(await last).toMatchObject({ input: 'last' })
  await expect(echo('late')).rejects.toThrow('The test thread is closed.')
  expect(errors).toEqual([])
})

test('terminates a thread that does not close', async () => {
  const { echo, close } = open({ hangs: true })
  const waiting = expect(echo('wait')).rejects.toThrow('The test thread has ended.')
  await close()
  await waiting
})
