// Reads the fields and the file size of a multipart form while it is forwarded, without buffering the file.
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { invalidField, missingFile, missingModel } from '#shared/endpoints/errors'
import { ApiError } from '#shared/schemas/api-error'

interface FormChecks {
  /** Both throw the error to send to the client. */
  readonly checkModel: (name: string) => void
  readonly checkSize: (bytes: number) => void
}

export interface FormReader {
  /** Rejects as soon as the form is invalid. */
  readonly read: (chunk: Uint8Array) => Promise<void>
  /** Rejects if the form is cut off or lacks a field. */
  readonly end: () => Promise<void>
  /** One line for the exchange log. */
  readonly describe: () => string
  /** Undefined unless the form has exactly one file. */
  readonly fileBytes: () => number | undefined
}

interface ReadFile {
  readonly name: string
  readonly type: string
  bytes: number
}

/** Only what the log shows is stored of the fields. */
const maxFields = 100
const maxLogged = 1000
const known = new Set(['model', 'file'])

export function readForm(contentType: string, checks: FormChecks): FormReader {
  const fields = new Map<string, string>()
  let file: ReadFile | undefined
  const files: ReadFile[] = []
  let problem: unknown
  const parser = openParser(contentType)
  const guard = (check: () => void): void => {
    try {
      check()
    } catch (error) {
      problem ??= error
    }
  }
  // Despite its type, the name is undefined if the part has none.
  parser.on('field', (name: string | undefined, value: string) => {
    if (name === undefined) return
    if (fields.size < maxFields || known.has(name))
      fields.set(name.slice(0, maxLogged), value.slice(0, maxLogged))
    if (name === 'model') guard(() => checks.checkModel(value))
  })
  // biome-ignore lint/complexity/useMaxParams: the parser's own signature.
  parser.on('file', (field, stream, filename, _encoding, type) => {
    const part: ReadFile = { name: filename ?? '', type, bytes: 0 }
    files.push(part)
    if (field === 'file') file = part
    stream.on('data', (chunk: Buffer) => {
      part.bytes += chunk.length
      guard(() => checks.checkSize(part.bytes))
    })
    stream.on('error', (error) => {
      problem ??= error
    })
  })
  parser.on('error', (error) => {
    problem ??= cutOff(error)
  })
  // It may finish before the request ends.
  const finished = once(parser, 'finish')
  const failOnProblem = (): void => {
    if (problem !== undefined) throw problem
  }
  return {
    read: async (chunk) => {
      failOnProblem()
      if (!parser.write(chunk)) await once(parser, 'drain')
      failOnProblem()
    },
    end: async () => {
      parser.end()
      await finished
      failOnProblem()
      checkFields(fields, file)
    },
    describe: () => describeForm(fields, file),
    fileBytes: () => (files.length === 1 ? files[0]?.bytes : undefined),
  }
}

function openParser(contentType: string): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': contentType } })
  } catch (cause) {
    const message = 'Content-Type: must be multipart/form-data with a boundary'
    throw new ApiError('INVALID_ARGUMENT', message, { param: 'Content-Type', cause })
  }
}

/** Resolves on a parser error, too, which is already stored as the problem. */
function once(parser: BusboyInstance, event: 'drain' | 'finish'): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      parser.off(event, settle)
      parser.off('error', settle)
      resolve()
    }
    parser.once(event, settle)
    parser.once('error', settle)
  })
}

function checkFields(fields: ReadonlyMap<string, string>, file: ReadFile | undefined): void {
  if (!fields.get('model')) throw missingModel()
  if (fields.has('file')) throw invalidField('file', 'must be a file with a filename, not a text field')
  if (!file) throw missingFile()
  if (file.bytes === 0) throw invalidField('file', 'must not be empty')
}

function cutOff(cause: unknown): ApiError {
  return new ApiError('INVALID_ARGUMENT', 'The form data is incomplete: the final boundary is missing.', {
    cause,
  })
}

function describeForm(fields: ReadonlyMap<string, string>, file: ReadFile | undefined): string {
  const texts = [...fields].map(([name, value]) => `${name}: ${value}`)
  const audio = file
    ? [`file: ${file.name.slice(0, maxLogged)} (${file.type.slice(0, maxLogged)}, ${file.bytes} bytes)`]
    : []
  return [...texts, ...audio].join('\n')
}
