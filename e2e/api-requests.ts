// The requests of a user's script to the gateway, one of each kind that reaches a vendor.
import { Buffer } from 'node:buffer'
import { toneWav } from '../src/gateway/testing/tone.fixture'

export interface Script {
  gatewayUrl: string
  localKey: string
  /** Status, headers and body of every response. */
  responses: string[]
}

interface ScriptResponse {
  status: number
  headers: Headers
  text: string
}

const asJson = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** A body that breaks off is recorded up to that point. */
export async function sendApiRequest(
  script: Script,
  path: string,
  init: RequestInit = {},
): Promise<ScriptResponse> {
  const { gatewayUrl, localKey, responses } = script
  const headers = new Headers(init.headers)
  if (path.startsWith('/v1/audio')) headers.set('authorization', `Bearer ${localKey}`)
  else headers.set('x-goog-api-key', localKey)
  const response = await fetch(new URL(path, gatewayUrl), { ...init, headers, redirect: 'manual' })
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of response.body ?? []) chunks.push(chunk)
  } catch {}
  const text = Buffer.concat(chunks).toString('latin1')
  responses.push(
    [path, response.status, response.statusText, ...[...response.headers].flat(), text].join('\n'),
  )
  return { status: response.status, headers: response.headers, text }
}

/** Resources created through the gateway's own routes, before anything fails. */
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
  const videoRequest = asJson({ instances: [{ prompt: 'A boat' }] })
  const video = '/v1beta/models/gen-video-3.1-fast-generate-preview:predictLongRunning'
  const operation = `/v1beta/${JSON.parse((await sendApiRequest(script, video, videoRequest)).text).name}`
  await sendApiRequest(script, operation)
  await sendApiRequest(script, operation)
  const { response } = JSON.parse((await sendApiRequest(script, operation)).text)
  const download = toPath(response.generateVideoResponse.generatedSamples[0].video.uri)
  const started = await sendApiRequest(script, '/upload/v1beta/files', uploadStart)
  return { operation, download, upload: toPath(started.headers.get('x-goog-upload-url') ?? '') }
}

/** Sends each kind of request once, concurrently. Returns the statuses; 0 if the connection broke before. */
export async function sendAllRequests(
  script: Script,
  { operation, download, upload }: CreatedResources,
): Promise<number[]> {
  const generate = asJson({ contents: [{ role: 'user', parts: [{ text: 'hi' }] }] })
  const embed = asJson({ content: { parts: [{ text: 'a fox' }] } })
  const requests: [path: string, init?: RequestInit][] = [
    ['/v1beta/models/gen-2.5-flash:generateContent', generate],
    ['/v1beta/models/gen-2.5-pro:streamGenerateContent?alt=sse', generate],
    ['/v1beta/models/gen-3.1-pro-preview:streamGenerateContent', generate],
    ['/v1beta/models/gen-embedding-001:embedContent', embed],
    [operation],
    [download],
    ['/v1beta/files'],
    ['/upload/v1beta/files', uploadStart],
    [upload, { method: 'POST', headers: { 'x-goog-upload-command': 'query' } }],
    ['/v1/audio/transcriptions', { method: 'POST', body: toAudioForm({}) }],
    ['/v1/audio/transcriptions', { method: 'POST', body: toAudioForm({ stream: 'true' }) }],
  ]
  return Promise.all(
    requests.map(([path, init]) =>
      sendApiRequest(script, path, init).then(
        ({ status }) => status,
        () => 0,
      ),
    ),
  )
}

function toAudioForm(fields: Record<string, string>): FormData {
  const form = new FormData()
  form.set('model', 'gen-4o-transcribe')
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(toneWav(1))]), 'a.wav')
  return form
}
