// The log has every failure, and neither a prompt nor a key. An error of the main process is shown with it.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Application } from './application'
import { makeWav } from './audio-files'
import { test } from './journey-test'
import { openScriptedService } from './scripted-service'
import { findSecrets, readSearchedFiles, toSearchedText } from './secret-search'
import { selectService } from './settings-steps'
import { drop, openTranscribe } from './transcribe-steps'

const prompt = 'A fox with a marker-8f3kQz waits by the river.'
const key = 'gw-marker-key-Zt61xXw0pLmN9'

const logsOf = ({ userDataFolder }: Application) => join(userDataFolder, 'logs')

/** Throws in the main process, in the ways in which a prompt can get into an error. */
async function throwInMain({ electron }: Application, text: string): Promise<void> {
  await electron.evaluate((_, secret) => {
    setTimeout(() => {
      const cause = Object.assign(new Error(secret), { code: secret, path: secret })
      throw new Error(`Failed: ${secret}\n    at ${secret} (node:internal:1:1)`, { cause })
    })
    setTimeout(() => JSON.parse(secret))
    void Promise.reject(secret)
  }, text)
}

test('failures of every kind leave neither a prompt nor a key in the log; those of the main process are shown once', async ({
  application,
}) => {
  const { page, electron, userDataFolder } = application
  const service = await openScriptedService()
  try {
    // A provider that quotes everything it received.
    service.answer = (incoming, outgoing) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        const message = `${prompt} ${JSON.stringify(incoming.headers)} ${Buffer.concat(chunks)}`
        outgoing.writeHead(incoming.url?.includes('stream') ? 200 : 500, {
          'content-type': 'application/json',
        })
        outgoing.end(
          incoming.url?.includes('stream') ? `{"broken": ${message}` : JSON.stringify({ error: { message } }),
        )
      })
    }
    await selectService(application, { name: 'Quoting', url: service.url, key })
    const desktop = await application.desktop()
    const parts = [{ text: prompt }]
    await desktop.chat.send({ conversationId: null, parts, parameters: { model: 'gen-2.5-flash' } })
    const image = { model: 'gen-2.5-flash-image' }
    await desktop.images.draw({ conversationId: null, after: null, parts, parameters: image, variations: 1 })
    await desktop.videos.create({ model: 'gen-video-3.1-fast-generate-preview', prompt })
    const settings = { model: 'gen-embedding-001' }
    const set = await desktop.embeddings.create({ name: prompt, settings, columns: [] })
    await desktop.embeddings.insertRows({ id: set.id, before: null, rows: [{ text: prompt }] })
    await desktop.embeddings.run({ id: set.id })
    await openTranscribe(page)
    await drop(page, makeWav(`${prompt}.wav`, { seconds: 2 }))
    for (const text of [prompt, `{"title":"${prompt}"`, JSON.stringify({ format: prompt })])
      await expect(desktop.conversations.importText({ text })).rejects.toThrow()
    const paths = async () => service.received.map(({ path }) => path).join('\n')
    for (const kind of [/enerateContent/, /image/, /redict|video/i, /mbed/, /transcription/])
      await expect.poll(paths).toMatch(kind)
    await throwInMain(application, `${prompt} ${key}`)
    const readAll = async () =>
      Buffer.concat((await readSearchedFiles(logsOf(application))).map(({ content }) => content)).toString()
    await expect
      .poll(async () => (await readAll()).match(/Uncaught exception|Unhandled rejection/g))
      .toHaveLength(3)
    const notice = page.getByRole('listitem').filter({ hasText: 'An unexpected error occurred.' })
    await expect(notice).toHaveCount(1)
    const opened = electron.evaluate(
      ({ shell }) => new Promise((resolve) => Object.assign(shell, { openPath: resolve })),
    )
    await notice.getByRole('button', { name: 'Open log folder' }).click()
    expect(await opened).toBe(logsOf(application))
    // The application works on.
    expect(await desktop.conversations.list()).not.toEqual([])
    await application.close()
    await expect.poll(readAll).toMatch(/ Started: version .* Electron .*\n(.*\n)*.* Stopped\n$/)
    const files = [
      ...(await readSearchedFiles(logsOf(application))),
      toSearchedText('names', await readdir(logsOf(application))),
    ]
    expect(findSecrets(files, { 'the prompt': prompt, 'the key': key })).toEqual([])
    expect(await readAll()).not.toMatch(/marker|fox|river/i)
    // The prompt is in the database, so the search would find it.
    const stored = await readFile(join(userDataFolder, 'workspace.db'))
    expect(findSecrets([{ name: 'workspace.db', content: stored }], { 'the prompt': prompt })).toHaveLength(1)
  } finally {
    service.close()
  }
})
