// A transcription service whose every answer the test gives, or that answers at once, as the application's upstream.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { expect, type Page } from '@playwright/test'
import { openScriptedService } from './scripted-service'
import { chooseService } from './settings-steps'

/** One sound, or a piece of one, that was sent; it waits until it has an answer. */
interface SentSound {
  /** Of the form, without the file. */
  readonly fields: Readonly<Record<string, string>>
  readonly name: string
  readonly mimeType: string
  readonly bytes: Buffer
  say(words: string): void
  refuse(status: number, message: string): void
  /** A part of what is streamed. */
  whisper(words: string): void
  /** The end of what is streamed. */
  conclude(words: string): void
  /** The application has closed the connection before there was an answer. */
  isCut(): boolean
}

export interface ScriptedTranscriptionService {
  /** All of them, in the order in which they came. */
  sounds: SentSound[]
  /** Answers at once, where it returns words. */
  hear: (sound: SentSound) => string | undefined
  /** Those from `first` on, once there are so many. */
  wait(count: number, first?: number): Promise<SentSound[]>
  close(): void
}

/** The application of this page asks it from now on, and shows its transcriptions. */
export async function openScriptedTranscriptionService(page: Page): Promise<ScriptedTranscriptionService> {
  const service = await openScriptedService()
  const stenographer: ScriptedTranscriptionService = {
    sounds: [],
    hear: () => undefined,
    wait: async (count, first = 0) => {
      await expect.poll(() => stenographer.sounds.length - first).toBe(count)
      return stenographer.sounds.slice(first)
    },
    close: service.close,
  }
  service.answer = async (incoming, outgoing) => {
    const sound = await readSound(incoming, outgoing)
    stenographer.sounds.push(sound)
    const words = stenographer.hear(sound)
    if (words !== undefined) sound.say(words)
  }
  await chooseService(page, { name: 'Stenographer', url: service.url, key: 'key-of-the-stenographer' })
  await page.getByRole('contentinfo').getByText('Stenographer').first().waitFor()
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click()
  return stenographer
}

async function readSound(incoming: IncomingMessage, outgoing: ServerResponse): Promise<SentSound> {
  const headers = { 'content-type': incoming.headers['content-type'] ?? '' }
  const form = await new Response(new Uint8Array(await buffer(incoming)), { headers }).formData()
  const file = form.get('file')
  if (!(file instanceof Blob)) throw new Error('A form without a file has come.')
  const fields = [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  const end = (status: number, body: object) => {
    outgoing.writeHead(status, { 'content-type': 'application/json' })
    outgoing.end(JSON.stringify(body))
  }
  const stream = (event: object) => {
    if (!outgoing.headersSent) outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    outgoing.write(`data: ${JSON.stringify(event)}\n\n`)
  }
  return {
    fields: Object.fromEntries(fields),
    name: file.name,
    mimeType: file.type,
    bytes: Buffer.from(await file.arrayBuffer()),
    say: (words) => end(200, { text: words }),
    refuse: (status, message) => end(status, { error: { message, type: 'x', param: null, code: null } }),
    whisper: (words) => stream({ type: 'transcript.text.delta', delta: words }),
    conclude: (words) => {
      stream({ type: 'transcript.text.done', text: words })
      outgoing.end()
    },
    isCut: () => outgoing.destroyed && !outgoing.writableFinished,
  }
}
