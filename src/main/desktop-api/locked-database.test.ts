// Checks the application while another process has the write lock of its database.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { holdLock } from '#workspace/database/lock-holder.fixture'
import { openDesktop } from './desktop.fixture'
import { openTemporaryDesktop } from './temporary-desktop.fixture'

async function openWithDatabase() {
  const desktop = await openTemporaryDesktop()
  return { ...desktop, file: join(desktop.folder, 'workspace.db') }
}

const parameters = { model: 'gen-2.5-flash' }
const draft = (text: string) => ({
  key: 'new',
  draft: { text, attachments: [], parameters: null, columns: null },
})

test('the event loop and the gateway respond while another process has the write lock', async () => {
  const { client, application, file } = await openWithDatabase()
  const { url } = await application.listening()
  const holder = await holdLock(file)
  let isLocked = true
  let maxStall = 0
  const watchLoop = async () => {
    for (let last = Date.now(); isLocked; last = Date.now()) {
      await nextTurn()
      maxStall = Math.max(maxStall, Date.now() - last)
    }
  }
  const watching = watchLoop()
  const startedAt = Date.now()
  const sent = client.chat.send({ conversationId: null, parts: [{ text: 'Hello' }], parameters })
  const saved = client.drafts.write(draft('while locked'))
  let responses = 0
  while (Date.now() - startedAt < 3000) {
    responses += (await fetch(`${url}/healthz`)).ok ? 1 : 0
    await pause(10)
  }
  const locked = Date.now() - startedAt
  isLocked = false
  await watching
  await holder.release()
  await Promise.all([sent, saved])
  expect(maxStall).toBeLessThan(locked / 3)
  expect(responses).toBeGreaterThan(10)
})

test('saves the user’s changes once, in order, when another process releases the write lock', async () => {
  const { client, file } = await openWithDatabase()
  const holder = await holdLock(file, "INSERT INTO settings VALUES ('theirs', '1')")
  const texts = ['d', 'dr', 'dra', 'draft']
  const writes = [
    client.chat.send({ conversationId: null, parts: [{ text: 'Hello' }], parameters }),
    ...texts.map((text) => client.drafts.write(draft(text))),
    client.settings.update({ theme: 'dark' }),
    client.presets.save({ name: 'Mine', parameters }),
    client.forms.write({ name: 'video', form: { prompt: 'Waves' } }),
    client.videos.create({ model: 'gen-video-3.1', prompt: 'Waves' }),
    client.embeddings.create({ name: 'Set', settings: { model: 'gen-embedding-001' }, columns: [] }),
  ]
  // Reading still works.
  expect(await client.conversations.list()).toEqual([])
  const { lockedDatabase } = await client.application.status()
  expect(lockedDatabase).toBe(file)
  await holder.release()
  await Promise.all(writes)
  expect((await client.application.status()).lockedDatabase).toBeNull()
  expect(await client.conversations.list()).toHaveLength(1)
  expect(await client.drafts.read()).toMatchObject({ new: { text: 'draft' } })
  expect((await client.settings.read()).theme).toBe('dark')
  expect(await client.presets.list()).toMatchObject([{ name: 'Mine' }])
  expect(await client.forms.read()).toMatchObject({ video: { prompt: 'Waves' } })
  expect(await client.embeddings.list()).toHaveLength(1)
})

test('a write that the lock has stopped does not block later ones', async () => {
  const { client, application, file } = await openWithDatabase()
  const { workspace } = application
  const holder = await holdLock(file, "INSERT INTO settings VALUES ('theirs', '1')")
  expect(() => workspace.drafts.write(draft('stopped'))).toThrow('Another program is using the database')
  await holder.release()
  // A different statement, because the stopped one is not run again.
  await client.settings.update({ theme: 'dark' })
  expect((await client.settings.read()).theme).toBe('dark')
})

test('saves changes that wait for the lock when the application closes, if it is released soon', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'locked-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const before = await openDesktop(folder)
  const holder = await holdLock(join(folder, 'workspace.db'))
  before.client.drafts.write(draft('last words')).catch(() => undefined)
  await expect.poll(() => before.application.status().lockedDatabase).not.toBeNull()
  const closing = before.close()
  await holder.release()
  await closing
  const after = await openDesktop(folder)
  expect(await after.client.drafts.read()).toMatchObject({ new: { text: 'last words' } })
  await after.close()
})

test('imports a chosen file when the lock is released, without a second dialog', async () => {
  const { client, user, file } = await openWithDatabase()
  const preset = { kind: 'gen-playground-preset', version: 1, name: 'Shared', parameters }
  user.dialogResult = join(file, '..', 'preset.json')
  await writeFile(user.dialogResult, JSON.stringify(preset))
  const holder = await holdLock(file)
  const imported = client.presets.import()
  await expect.poll(async () => (await client.application.status()).lockedDatabase).toBe(file)
  await holder.release()
  expect(await imported).toMatchObject({ name: 'Shared' })
  expect(user.suggested).toEqual(['open (json)'])
})
