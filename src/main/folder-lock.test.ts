import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { holdLock } from '#workspace/database/lock-holder.fixture'
import { claimFolder, lockFolder } from './folder-lock'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'folder lock '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Another process that has the folder. */
async function holdFolder(folder: string) {
  const holder = await holdLock(join(folder, 'instance.lock'))
  onTestFinished(() => holder.release())
  return holder
}

test('one process has the folder until it ends', async () => {
  const folder = makeFolder()
  const holder = await holdFolder(folder)
  expect(lockFolder(folder)).toBe(false)
  await holder.release()
  expect([lockFolder(folder), lockFolder(folder), lockFolder(makeFolder())]).toEqual([true, false, true])
})

test('a folder without support for locks can be used', () => {
  expect(lockFolder(join(makeFolder(), 'missing'))).toBe(true)
})

test('does not take over the lock of a process that does not listen yet', async () => {
  const folder = makeFolder()
  await holdFolder(folder)
  let requests = 0
  // Chromium would take the lock over and return true.
  const requestSingleInstanceLock = () => ++requests > 0
  expect(await claimFolder({ folder, requestSingleInstanceLock, maxWait: 200 })).toBe('silent')
  expect(requests).toBe(0)
})

test('asks a process that listens to show its window', async () => {
  const folder = makeFolder()
  await holdFolder(folder)
  const server = createServer().listen(join(folder, 'SingletonSocket'))
  onTestFinished(() => void server.close())
  let requests = 0
  const requestSingleInstanceLock = () => ++requests < 1
  expect(await claimFolder({ folder, requestSingleInstanceLock, maxWait: 60_000 })).toBe('shown')
  expect(requests).toBe(1)
})

test('takes the folder if the other process ends while it is starting', async () => {
  const folder = makeFolder()
  const holder = await holdFolder(folder)
  const claimed = claimFolder({ folder, requestSingleInstanceLock: () => true, maxWait: 60_000 })
  await holder.release()
  expect(await claimed).toBe('claimed')
})
