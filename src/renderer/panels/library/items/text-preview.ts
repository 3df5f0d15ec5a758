// Reads the first part of a transcript's text from its file.
import { useQuery } from '@tanstack/react-query'
import type { LibraryItem } from '#shared/schemas/library'
import { mediaBaseUrl } from '../../../state/media-files'

/** Returns undefined while it loads, and if the file is missing. */
export function useTextPreview({ kind, media, file }: Pick<LibraryItem, 'kind' | 'media' | 'file'>) {
  const { data } = useQuery({
    queryKey: ['start of', media],
    queryFn: ({ signal }) => readTextPreview(media ?? '', signal),
    enabled: kind === 'transcript' && media !== null && file !== 'missing',
    // The hash identifies the text.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })
  return data
}

/** In UTF-16 code units. */
export const previewLength = 600

/** Rejects if the file is missing. */
async function readTextPreview(media: string, signal?: AbortSignal): Promise<string> {
  const response = await fetch(`${mediaBaseUrl}${media}`, { signal: signal ?? null })
  if (!response.ok || !response.body) throw new Error('The file is missing from the media folder.')
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (text.length < previewLength) {
    const { value, done } = await reader.read()
    if (done) return text
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  return toPreview(text)
}

/** Does not end in half of a surrogate pair. */
function toPreview(text: string): string {
  return text.slice(0, previewLength).replace(/[\ud800-\udbff]$/, '')
}
