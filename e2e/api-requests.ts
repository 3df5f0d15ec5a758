// What a user's script asks of the application's gateway: every kind of call that reaches a vendor, each answer kept whole.
import { Buffer } from 'node:buffer'
import { toneWav } from '../src/gateway/testing/tone.fixture'

export interface Script {
  gatewayUrl: string
  localKey: string
  /** Status, headers and body of every answer. */
  told: string[]
}

interface Answered {
  status: number
  headers: Headers
  text: string
}

const asJson = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** A body that breaks off is kept as far as it came. */
export async function sendApiRequest(
  script: Script,
  path: string,
  init: RequestInit = {},
): Promise<Answered> {
  const { gatewayUrl, localKey, told } = script
  const headers = new Headers(init.headers)
  if (path.startsWith('/v1/audio')) headers.set('authorization', `Bearer ${localKey}`)
  else headers.set('x-goog-api-key', localKey)
  const answer = await fetch(new URL(path, gatewayUrl), { ...init, headers, redirect: 'manual' })
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of answer.body ?? []) chunks.push(chunk)
  } catch {}
  const text = Buffer.concat(chunks).toString('latin1')
  told.push([path, answer.status, answer.statusText, ...[...answer.headers].flat(), text].join('\n'))
  return { status: answer.status, headers: answer.headers, text }
}

/** What was made before anything goes wrong, by the gateway's own paths. */
export interface CreatedResources {
  operation: string
  download: string
  upload: string
}

const uploadStart: RequestInit = {
  ...asJson({ file: { displayName: 'Notes' } }),
  headers: {
    'content-type': 'application/json',
    'x-goog-upload-protocol': 'resumable',
    'x-goog-upload-command': 'start',
    'x-goog-upload-header-content-type': 'text/plain',
  },
}

const toPath = (url: string): string => url.slice(new URL(url).origin.length)

export async function createResources(script: Script): Promise<CreatedResources> {
  const order = asJson({ instances: [{ prompt: 'A boat' }] })
  const video = '/v1beta/models/gen-video-3.1-fast-generate-preview:predictLongRunning'
  const operation = `/v1beta/${JSON.parse((await sendApiRequest(script, video, order)).text).name}`
  await sendApiRequest(script, operation)
  await sendApiRequest(script, operation)
  const { response } = JSON.parse((await sendApiRequest(script, operation)).text)
  const download = toPath(response.generateVideoResponse.generatedSamples[0].video.uri)
  const started = await sendApiRequest(script, '/upload/v1beta/files', uploadStart)
  return { operation, download, upload: toPath(started.headers.get('x-goog-upload-url') ?? '') }
}

/** Each kind of call once, at the same time. The statuses; 0 where a connection broke before there was one. */
export async function sendAllRequests(
  script: Script,
  { operation, download, upload }: CreatedResources,
): Promise<number[]> {
  const say = asJson({ contents: [{ role: 'user', parts: [{ text: 'hi' }] }] })
  const embed = asJson({ content: { parts: [{ text: 'a fox' }] } })
  const calls: [path: string, init?: RequestInit][] = [
    ['/v1beta/models/gen-2.5-flash:generateContent', say],
    ['/v1beta/models/gen-2.5-pro:streamGenerateContent?alt=sse', say],
    ['/v1beta/models/gen-3.1-pro-preview:streamGenerateContent', say],
    ['/v1beta/models/gen-embedding-001:embedContent', embed],
    [operation],
    [download],
    ['/v1beta/files'],
    ['/upload/v1beta/files', uploadStart],
    [upload, { method: 'POST', headers: { 'x-goog-upload-command': 'query' } }],
    ['/v1/audio/transcriptions', { method: 'POST', body: toRecording({}) }],
    ['/v1/audio/transcriptions', { method: 'POST', body: toRecording({ stream: 'true' }) }],
  ]
  return Promise.all(
    calls.map(([path, init]) =>
      sendApiRequest(script, path, init).then(
        ({ status }) => status,
        () => 0,
      ),
    ),
  )
}

function toRecording(fields: Record<string, string>): FormData {
  const form = new FormData()
  form.set('model', 'gen-4o-transcribe')
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(toneWav(1))]), 'a.wav')
  return form
}
