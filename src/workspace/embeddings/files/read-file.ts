// Reads a file that the user has chosen, piece by piece, as text.
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'

/** Whether a byte order mark stands before it or not. Refused where it is no UTF-8, or cannot be read. */
export async function* readTexts(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const bytes of readBytes(path)) yield decode(path, () => decoder.decode(bytes, { stream: true }))
  yield decode(path, () => decoder.decode())
}

async function* readBytes(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: 262_144 })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const message = `${basename(path)} could not be read: ${reason}.`
    throw new ApiError('FAILED_PRECONDITION', message, { cause: error })
  }
}

/** From 1 on; the last one may have no end. */
export async function* readLines(path: string): AsyncGenerator<{ text: string; line: number }> {
  let rest = ''
  let line = 0
  for await (const text of readTexts(path)) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longestLine)
      throw new ApiError(
        'INVALID_ARGUMENT',
        `Line ${line + lines.length + 1}: it has more than 4,000,000 characters.`,
      )
    for (const whole of lines) yield { text: whole, line: ++line }
  }
  if (rest !== '') yield { text: rest, line: line + 1 }
}

const longestLine = 4_000_000

function decode(path: string, work: () => string): string {
  try {
    return work()
  } catch (error) {
    throw new ApiError('INVALID_ARGUMENT', `${basename(path)} is no text: it is not valid UTF-8.`, {
      cause: error,
    })
  }
}
