// Reads a transcription's form: its fields and the whole of its file, in any order (E1, wire §8).
import { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { ApiError } from '#shared/schemas/api-error'
import type { Call } from '#shared/wire/call'

export interface UploadedFile {
  readonly name: string
  readonly mimeType: string
  readonly bytes: Uint8Array
}

interface TranscriptionForm {
  /** The last value of each name; `include[]` and its kind keep their brackets. */
  readonly fields: Readonly<Record<string, string>>
  readonly file: UploadedFile | undefined
}

const fileLimit = 26_214_400

export async function readForm(call: Call): Promise<TranscriptionForm> {
  const contentType = call.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\b.*boundary=/i.test(contentType)) {
    throw new ApiError('INVALID_ARGUMENT', 'Content-Type: must be multipart/form-data with a boundary')
  }
  const fields: Record<string, string> = {}
  let file: UploadedFile | undefined
  const form = new Busboy({
    headers: { 'content-type': contentType },
    limits: { fileSize: fileLimit + 1, fields: 200 },
  })
  form.on('field', (name, value) => {
    fields[name] = value
  })
  form.on('file', (...[name, stream, fileName, , mimeType]) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    // A form that breaks off ends the file's stream with an error of its own; `feed` tells the caller.
    stream.on('error', () => stream.resume())
    stream.on('end', () => {
      if (name === 'file') file = { name: fileName ?? '', mimeType, bytes: Buffer.concat(chunks) }
    })
  })
  await feed(form, call)
  if (file && file.bytes.length > fileLimit) {
    const message = `Maximum content size limit (${fileLimit}) exceeded (${file.bytes.length} bytes read)`
    throw new ApiError('PAYLOAD_TOO_LARGE', message, { param: 'file' })
  }
  return { fields, file }
}

/** Resolves when the form has ended; a cut or crooked one is the caller's error. */
function feed(form: InstanceType<typeof Busboy>, { body, signal }: Call): Promise<void> {
  return new Promise((resolve, reject) => {
    const source = Readable.from(body instanceof Uint8Array ? [body] : (body ?? []))
    const fail = (cause: unknown) => {
      source.destroy()
      reject(new ApiError('INVALID_ARGUMENT', 'The multipart form is damaged or ends too early.', { cause }))
    }
    form.on('finish', () => resolve())
    form.on('error', fail)
    source.on('error', fail)
    signal.addEventListener(
      'abort',
      () => {
        source.destroy()
        reject(new ApiError('CANCELLED', 'The caller went away.'))
      },
      { once: true },
    )
    source.pipe(form)
  })
}
