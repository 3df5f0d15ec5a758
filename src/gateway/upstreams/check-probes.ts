// The minimal requests that test each part of an upstream.
import { z } from 'zod'
import { families } from '#shared/models/catalog'
import { TranscriptionResponse } from '#shared/schemas/openai-requests'
import type { CheckedPart, UpstreamKind } from '#shared/schemas/upstream'
import type { HttpRequest } from '#shared/wire/http'

export interface Probe {
  readonly part: CheckedPart['part']
  readonly request: Omit<HttpRequest, 'signal'>
  /** Schema of a valid response. */
  readonly responseSchema: z.ZodType
  /** The request names a model, so a 404 may mean that model. */
  readonly namesModel: boolean
  /** Present if the response lists models. */
  readonly list?: ModelList
  /** Returns the models that the upstream has, if they are its own instead of the catalog's. */
  readonly readOwnModels?: (body: unknown) => readonly string[]
}

interface ModelList {
  /** True if a model with this neutral id would be in this list. */
  readonly covers: (id: string) => boolean
  /** Returns undefined if the list has more pages. */
  readonly read: (body: unknown) => readonly string[] | undefined
}

export function probesFor(kind: UpstreamKind): readonly Probe[] {
  if (kind === 'demo') return [{ ...content, part: 'demo' }]
  if (kind === 'openai') return [serverModels]
  return kind === 'service' ? [content, transcription] : [gemini, openAi]
}

const Content = z.union([
  z.looseObject({ candidates: z.array(z.unknown()) }),
  z.looseObject({ promptFeedback: z.looseObject({}) }),
])

const content: Probe = {
  part: 'content',
  request: {
    method: 'POST',
    path: '/v1beta/models/gen-2.5-flash:generateContent',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(
      JSON.stringify({
        contents: [{ role: 'user', parts: [{ text: 'Say OK.' }] }],
        generationConfig: { maxOutputTokens: 16 },
      }),
    ),
  },
  responseSchema: Content,
  namesModel: true,
}

const boundary = 'gen-playground-check'

const transcription: Probe = {
  part: 'transcription',
  request: {
    method: 'POST',
    path: '/v1/audio/transcriptions',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="model"\r\n\r\ngen-4o-transcribe\r\n` +
          `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="silence.wav"\r\n` +
          'Content-Type: audio/wav\r\n\r\n',
      ),
      writeSilence(),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  },
  responseSchema: TranscriptionResponse,
  namesModel: true,
}

/** Returns half a second of 16-bit mono audio at 16 kHz. */
function writeSilence(): Buffer {
  const samples = 8000
  const file = Buffer.alloc(44 + samples * 2)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(16_000, 24)
  file.writeUInt32LE(32_000, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(samples * 2, 40)
  return file
}

const GeminiList = z.looseObject({
  models: z.array(z.looseObject({ name: z.string() })),
  nextPageToken: z.string().optional(),
})

const OpenAiList = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) })
/** Ollama without models has null in place of the array. */
const ServerList = z.union([OpenAiList, z.looseObject({ object: z.literal('list'), data: z.null() })])

/** Returns the vendor of a model id; undefined if it may be in either vendor's list. */
function familyOf(id: string): 'gemini' | 'openai' | undefined {
  const family = families.find(([, neutral]) => id.startsWith(neutral) && neutral !== 'gen-')
  if (family) return family[0].startsWith('gpt-') ? 'openai' : 'gemini'
  return id.startsWith('gen-') ? 'gemini' : undefined
}

const gemini: Probe = {
  part: 'gemini',
  request: { method: 'GET', path: '/v1beta/models?pageSize=1000', headers: {}, body: null },
  responseSchema: GeminiList,
  namesModel: false,
  list: {
    covers: (id) => familyOf(id) !== 'openai',
    read: (body) => {
      const list = GeminiList.safeParse(body).data
      return list?.nextPageToken ? undefined : list?.models.map(({ name }) => name)
    },
  },
}

const openAi: Probe = {
  part: 'openai',
  request: { method: 'GET', path: '/v1/models', headers: {}, body: null },
  responseSchema: OpenAiList,
  namesModel: false,
  list: {
    covers: (id) => familyOf(id) !== 'gemini',
    read: (body) => OpenAiList.safeParse(body).data?.data.map(({ id }) => id),
  },
}

/** Its models are its own, so the list says nothing about those of the specification. */
const serverModels: Probe = {
  part: 'models',
  request: openAi.request,
  responseSchema: ServerList,
  namesModel: false,
  readOwnModels: (body) => (ServerList.safeParse(body).data?.data ?? []).map(({ id }) => id),
}
