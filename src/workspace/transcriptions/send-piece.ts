// Sends one piece of a sound and waits for its words (specification E1).
import { routes } from '#shared/endpoints/routes'
import { ApiError } from '#shared/schemas/api-error'
import type { TranscriptionSettings } from '#shared/schemas/transcription-job'
import type { Send } from '#shared/wire/call'
import { type SoundFile, writeForm } from './form-body'
import { readSpoken, type Spoken } from './read-spoken'

interface SentPiece {
  readonly settings: TranscriptionSettings
  readonly file: SoundFile
  readonly send: Send
  readonly signal: AbortSignal
  /** Bytes of the file that have gone out. */
  readonly onSent: (bytes: number) => void
  readonly onAnswer: (exchangeId: string | null) => void
  readonly onDelta: (delta: string) => void
}

/** Throws where the connection broke: then nobody knows what became of it. */
export async function sendPiece(piece: SentPiece): Promise<Spoken> {
  const { settings, file, send, signal, onSent, onAnswer, onDelta } = piece
  const { headers, body } = writeForm({ fields: listFields(settings), file, onSent })
  let unreadable: ApiError | undefined
  async function* watched(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield* body
    } catch (cause) {
      unreadable = cause instanceof ApiError ? cause : cannotRead(file.name, cause)
      throw cause
    }
  }
  try {
    const { method, path } = routes.transcribe
    const answer = await send({ method, path, headers, body: watched(), signal })
    onAnswer(answer.headers['x-exchange-id'] ?? null)
    return await readSpoken(answer, onDelta)
  } catch (error) {
    // The form was never whole, so nothing can have been made of it.
    if (unreadable) return { kind: 'refused', error: unreadable }
    throw error
  }
}

function cannotRead(name: string, cause: unknown): ApiError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new ApiError('FAILED_PRECONDITION', `${name} could not be read: ${reason}.`, { cause })
}

/** What is not set is not sent. */
function listFields(settings: TranscriptionSettings): [string, string][] {
  const { model, language, prompt, temperature, streaming } = settings
  const fields: [string, string][] = [['model', model]]
  if (language) fields.push(['language', language])
  if (prompt) fields.push(['prompt', prompt])
  if (temperature !== undefined) fields.push(['temperature', String(temperature)])
  if (streaming) fields.push(['stream', 'true'])
  return fields
}
