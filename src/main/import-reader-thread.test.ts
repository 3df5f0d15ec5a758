// Checks the reader of imported files in its thread: the same results as in this one, its errors, and its end.
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { bundleProgram } from '#workspace/bundled-program.fixture'
import { writeChatGptZip } from '#workspace/conversations/imports/export-files.fixture'
import { openImportReaderHere } from '#workspace/conversations/imports/imports'
import { createImportReaderThread } from './workspace-threads'

let program = ''
beforeAll(async () => {
  program = await bundleProgram(new URL('./imports-worker.ts', import.meta.url))
})

async function openThread() {
  const folder = await mkdtemp(join(tmpdir(), 'import-reader-'))
  const errors: Error[] = []
  const reader = createImportReaderThread(program, (error) => errors.push(error))
  onTestFinished(async () => {
    await reader.end()
    rmSync(folder, { recursive: true, force: true })
  })
  return { path: await writeChatGptZip(folder), reader, errors }
}

test('reads the same chats and files as this thread', async () => {
  const { path, reader, errors } = await openThread()
  const here = openImportReaderHere()
  onTestFinished(here.end)
  expect(await reader.open({ paths: [path] })).toEqual(await here.open({ paths: [path] }))
  expect(await reader.summarize({ from: 0 })).toEqual(await here.summarize({ from: 0 }))
  const chat = await reader.read({ index: 1 })
  expect(chat).toEqual(await here.read({ index: 1 }))
  expect(chat.media).toHaveLength(3)
  for (const media of chat.media.keys())
    expect(Buffer.from(await reader.readMedia({ media }))).toEqual(
      Buffer.from(await here.readMedia({ media })),
    )
  expect(errors).toEqual([])
})

test('rejects with the error of the thread, and after its end', async () => {
  const { path, reader } = await openThread()
  await reader.open({ paths: [path] })
  await expect(reader.read({ index: 2 })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringContaining('mapping: must be an object'),
  })
  await expect(reader.read({ index: 99 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await reader.end()
  await expect(reader.summarize({ from: 0 })).rejects.toThrow('is closed')
})
