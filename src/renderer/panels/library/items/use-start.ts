// How the text of a transcript begins, as its file holds it.
import { useQuery } from '@tanstack/react-query'
import type { LibraryItem } from '#shared/schemas/library'
import { readStart } from './read-start'

/** Undefined while it is read, and where its file is gone. */
export function useStart({ kind, media, file }: Pick<LibraryItem, 'kind' | 'media' | 'file'>) {
  const { data } = useQuery({
    queryKey: ['start of', media],
    queryFn: ({ signal }) => readStart(media ?? '', signal),
    enabled: kind === 'transcript' && media !== null && file !== 'missing',
    // Its hash names the text.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })
  return data
}
