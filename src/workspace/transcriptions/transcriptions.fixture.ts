// Audio files, transcription jobs, and helpers to wait for them.
import { toneWav } from '#gateway/testing/tone.fixture'
import type { SettingsPatch } from '#shared/schemas/settings'
import type { AudioSource, TranscriptionEvent, TranscriptionJob } from '#shared/schemas/transcription-job'
import type { PendingRequest, ScriptedService, SentForm } from '../scripted-service.fixture'
import type { Workspace } from '../workspace'
import { openTestWorkspace } from '../workspace.fixture'

export const settings = { model: 'gen-4o-transcribe' }

/** Files of different lengths have different hashes. */
export async function storeAudio(app: Workspace, name = 'talk.wav', seconds = 1): Promise<AudioSource> {
  const { hash, mimeType } = await app.media.store(toneWav(seconds), 'audio/wav')
  return { media: hash, mimeType, name }
}

/** Adds a transcription job. */
export async function addAudio(app: Workspace, name = 'talk.wav', seconds = 1): Promise<string> {
  const source = await storeAudio(app, name, seconds)
  const { ids, rejected } = await app.transcriptions.add({ sources: [source], settings })
  if (!ids[0]) throw new Error(`${name} was rejected: ${rejected[0]?.reason}`)
  return ids[0]
}

/** Responds to the next requests with these texts, and returns their forms. */
export async function respondWith({ next }: ScriptedService, ...texts: string[]): Promise<SentForm[]> {
  const forms: SentForm[] = []
  for (const text of texts) forms.push(await (await next()).sendTranscript(text))
  return forms
}

/** Responds with a stream. */
export function streamTranscript(sent: PendingRequest) {
  sent.respond(200, { 'content-type': 'text/event-stream' })
  const sendEvent = (kind: 'delta' | 'done', text: object) =>
    void sent.sendChunk({ type: `transcript.text.${kind}`, ...text })
  return {
    delta: (delta: string) => sendEvent('delta', { delta }),
    done: (text: string) => sendEvent('done', { text }),
    end: sent.end,
    fail: sent.fail,
  }
}

/** Opens a workspace with one job, whose request has been received. */
export async function openSent({
  streaming = false,
  ...options
}: Parameters<typeof openTestWorkspace>[0] & { streaming?: boolean } = {}) {
  const workspace = await openTestWorkspace(options)
  const { app, service } = workspace
  const sources = [await storeAudio(app)]
  const { ids } = await app.transcriptions.add({ sources, settings: { ...settings, streaming } })
  const sent = await service.next()
  await sent.readForm()
  return { ...workspace, id: ids[0] ?? '', sent }
}

/** Acts as a page that cannot decode audio, so that it is cut without regard to its silences. */
export function failLoudness(app: Workspace): void {
  void (async () => {
    for await (const { media } of app.loudness.requests()) app.loudness.fail(media, 'It cannot be decoded.')
  })()
}

/** Resolves once watchers receive the job in the expected state. */
export async function waitForJob(
  app: Workspace,
  id: string,
  isExpected: (job: TranscriptionJob) => boolean,
): Promise<TranscriptionJob> {
  for await (const event of app.transcriptions.watch()) {
    const job = event.jobs.find((one) => one.id === id)
    if (job && isExpected(job)) return job
  }
  throw new Error('The stream of events has ended.')
}

/** Throws if the job ends in another state. */
export async function waitForState(
  app: Workspace,
  id: string,
  state: TranscriptionJob['state'],
): Promise<TranscriptionJob> {
  const job = await waitForJob(app, id, (one) => one.state === state || one.endedAt !== null)
  if (job.state !== state) throw new Error(`It is ${job.state}: ${job.error?.message}`)
  return job
}

export async function readSnapshot(app: Workspace): Promise<TranscriptionEvent> {
  for await (const event of app.transcriptions.watch()) return event
  throw new Error('No snapshot was received.')
}

/** Settings with pieces of a minute. */
export const minutes: SettingsPatch = {
  jobs: { videosAtOnce: 3, transcriptionsAtOnce: 2, pieceMegabytes: 25, pieceMinutes: 1 },
}
