// A video service whose every answer the test decides, as the application's upstream; it counts what it is asked.
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, type Page } from '@playwright/test'
import { root } from '../src/dev/paths.mjs'
import { cutRange } from '../src/gateway/testing/fake-vendor/storage.fixture'
import { openScriptedService } from './scripted-service'
import { chooseService } from './settings-steps'

/** How a download goes that does not simply come. */
type Handing =
  /** After so many bytes nothing comes any more, or the connection breaks. */
  | { readonly bytes: number; readonly after: 'waits' | 'breaks' }
  | { readonly status: number; readonly message: string }

export interface ScriptedVideoService {
  /** What was asked for, in the order in which it came: the whole body of each. */
  submissions: { readonly path: string; readonly body: unknown }[]
  /** How often an operation was asked about. */
  looks: number
  /** Of each download: `whole`, or the range that was asked for. */
  ranges: string[]
  /** Those to come are never answered. */
  isMute: boolean
  /** A refusal of those to come: status and sentence. */
  refusal: { readonly status: number; readonly message: string } | null
  /** What a look at any operation finds: `running` at first. */
  operation: object
  /** Of the downloads to come, one each; all others come as a whole. */
  handings: Handing[]
  /** Six seconds, 64 × 64, with sound. */
  film: Buffer
  wait(submissions: number): Promise<void>
  close(): void
}

export const running = {}
export const failed = (message: string) => ({ done: true, error: { code: 3, message } })
export const filtered = (...reasons: string[]) => ({
  done: true,
  response: {
    generateVideoResponse: {
      raiMediaFilteredCount: reasons.length,
      raiMediaFilteredReasons: reasons,
    },
  },
})
/** The address is put in by the cinema. */
export const done = { done: true }

/** The application of this page asks it from now on, and shows its videos. */
export async function openScriptedVideoService(page: Page): Promise<ScriptedVideoService> {
  const service = await openScriptedService()
  const cinema: ScriptedVideoService = {
    submissions: [],
    looks: 0,
    ranges: [],
    isMute: false,
    refusal: null,
    operation: running,
    handings: [],
    film: await readFile(join(root, 'src', 'workspace', 'audio', 'sounds', 'video.mp4')),
    wait: (count) => expect.poll(() => cinema.submissions.length).toBe(count),
    close: service.close,
  }
  service.answer = (incoming, outgoing) => {
    const path = incoming.url ?? ''
    if (incoming.method === 'POST') void takeSubmission(cinema, incoming, outgoing)
    else if (path.includes('/operations/')) tellOperation(cinema, incoming, outgoing)
    else if (path.includes('/files/')) handOver(cinema, incoming, outgoing)
    else tell(outgoing, 404, { error: { code: 404, message: 'No such thing.', status: 'NOT_FOUND' } })
  }
  await chooseService(page, { name: 'Cinema', url: service.url, key: 'key-of-the-cinema' })
  await page.getByRole('contentinfo').getByText('Cinema').first().waitFor()
  await page.getByRole('button', { name: 'Video', exact: true }).click()
  return cinema
}

function tell(outgoing: ServerResponse, status: number, body: object): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' })
  outgoing.end(JSON.stringify(body))
}

function refuse(outgoing: ServerResponse, { status, message }: { status: number; message: string }): void {
  const words = status === 404 ? 'NOT_FOUND' : status === 429 ? 'RESOURCE_EXHAUSTED' : 'INVALID_ARGUMENT'
  tell(outgoing, status, { error: { code: status, message, status: words } })
}

async function takeSubmission(
  cinema: ScriptedVideoService,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) {
  const path = (incoming.url ?? '').replace(/\?.*/, '')
  cinema.submissions.push({ path, body: JSON.parse(await text(incoming)) })
  if (cinema.isMute) return
  if (cinema.refusal) return refuse(outgoing, cinema.refusal)
  tell(outgoing, 200, { name: `models/veo/operations/number${cinema.submissions.length}` })
}

function tellOperation(
  cinema: ScriptedVideoService,
  { url = '', headers }: IncomingMessage,
  outgoing: ServerResponse,
) {
  cinema.looks += 1
  const name = /models\/veo\/operations\/\w+/.exec(url)?.[0]
  const uri = `http://${headers.host}/v1beta/files/film:download?alt=media`
  const response = { generateVideoResponse: { generatedSamples: [{ video: { uri } }] } }
  const found = cinema.operation === done ? { ...done, response } : cinema.operation
  tell(outgoing, 200, { name, ...found })
}

function handOver(
  cinema: ScriptedVideoService,
  { headers }: IncomingMessage,
  outgoing: ServerResponse,
): void {
  cinema.ranges.push(headers.range ?? 'whole')
  const handing = cinema.handings.shift()
  if (handing && 'status' in handing) {
    refuse(outgoing, handing)
    return
  }
  const answer = cutRange({ bytes: cinema.film, mimeType: 'video/mp4' }, headers.range)
  outgoing.writeHead(answer.status, answer.headers)
  const bytes = Buffer.concat(answer.chunks)
  if (!handing) outgoing.end(bytes)
  else
    outgoing.write(bytes.subarray(0, handing.bytes), () => handing.after === 'breaks' && outgoing.destroy())
}
