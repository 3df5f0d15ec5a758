// Test data for all clients: prompts, an image, a function, a schema, and checks of responses.

import { PNG } from 'pngjs'
import { expect } from 'vitest'
import type { RequestSignal } from '#shared/wire/http'

/** A small red PNG as Base64. */
export const redPicture = drawPlain(32, [220, 20, 30])

function drawPlain(size: number, [red, green, blue]: readonly [number, number, number]): string {
  const png = new PNG({ width: size, height: size })
  for (let at = 0; at < png.data.length; at += 4) png.data.set([red, green, blue, 255], at)
  return PNG.sync.write(png).toString('base64')
}

export const weatherQuestion = 'What is the weather in Lisbon?'
export const twoCitiesQuestion = 'What is the weather in Lisbon and Oslo? Ask for both at once.'

/** The function for the prompts above, as JSON Schema. */
export const weather = {
  name: 'get_weather',
  description: 'Gets the weather of a city.',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string', description: 'Name of the city' } },
    required: ['city'],
  },
} as const

export const bookQuestion = 'Describe a book about rivers.'

/** Checks the JSON response to the question above. */
export function expectBook(value: unknown): void {
  expect(value).toEqual({ title: expect.any(String), pages: expect.any(Number) })
}

export const someTexts = ['a cat on a mat', 'stock markets fell', 'the cat sat on the mat'] as const

/** Expects one different full-length vector per text. */
export function expectVectors(vectors: readonly (readonly number[] | undefined)[], count: number): void {
  expect(vectors.map((vector) => vector?.length)).toEqual(Array.from({ length: count }, () => 3072))
  expect(new Set(vectors.map((vector) => vector?.join())).size).toBe(count)
}

/** Expects Base64 or bytes of a PNG or a JPEG. */
export function expectPicture(data: string | Uint8Array | undefined): void {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'base64') : Buffer.from(data ?? [])
  expect(bytes.subarray(0, 2).toString('hex')).toMatch(/^(?:8950|ffd8)$/)
}

/** Resolves when the signal aborts. */
export function whenAborted(signal: RequestSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
}
