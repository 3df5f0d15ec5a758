// Reads how a kept text begins, and no more of it.
import { mediaBaseUrl } from '../../../state/media-files'

/** Letters. */
export const startLength = 600

/** Rejects where the file is gone. Its last letter may be half a one, and is left out. */
export async function readStart(media: string, signal?: AbortSignal): Promise<string> {
  const response = await fetch(`${mediaBaseUrl}${media}`, { signal: signal ?? null })
  if (!response.ok || !response.body) throw new Error('The file is missing from the media folder.')
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (text.length < startLength) {
    const { value, done } = await reader.read()
    if (done) return text
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  return toStart(text)
}

/** No half of a pair of surrogates at its end. */
export function toStart(text: string): string {
  return text.slice(0, startLength).replace(/[\ud800-\udbff]$/, '')
}
