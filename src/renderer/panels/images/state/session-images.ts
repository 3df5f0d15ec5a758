// The images of a session as items of the Library: which have a star, and which are in the trash.
import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { GeneratedImage } from '#shared/schemas/library'
import { queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import type { ViewedPicture } from '../../../media-viewer/viewed-picture'

const optionsOf = (conversationId: string | null) =>
  queries.library.imagesOf.queryOptions({ input: conversationId ? { conversationId } : skipToken })

const none: readonly GeneratedImage[] = []

export function useSessionImages(drawingId: string | null): readonly GeneratedImage[] {
  return useQuery(optionsOf(drawingId)).data ?? none
}

/** The hashes of the starred images. */
export function useStarredMedia(drawingId: string): ReadonlySet<string> {
  const images = useSessionImages(drawingId)
  return useMemo(() => new Set(images.flatMap(({ media, starred }) => (starred ? media : []))), [images])
}

export function readSessionImages(drawingId: string): readonly GeneratedImage[] {
  return queryClient.getQueryData(optionsOf(drawingId).queryKey) ?? none
}

/** Files by the turn that generated them, once for each list. */
const trashedByTurn = new WeakMap<readonly GeneratedImage[], ReadonlyMap<string, ReadonlySet<string>>>()
const noMedia: ReadonlySet<string> = new Set()

export function listTrashedMedia(images: readonly GeneratedImage[], turnId: string): ReadonlySet<string> {
  const known = trashedByTurn.get(images)
  if (known) return known.get(turnId) ?? noMedia
  const found = new Map<string, Set<string>>()
  for (const { turnId, media, isTrashed } of images)
    if (isTrashed) found.set(turnId, (found.get(turnId) ?? new Set()).add(media))
  trashedByTurn.set(images, found)
  return found.get(turnId) ?? noMedia
}

/** The item that can be starred; undefined if the image is in the trash, or was not generated in this session. */
export function findItem(
  images: readonly GeneratedImage[],
  { media, turn }: Pick<ViewedPicture, 'media' | 'turn'>,
): GeneratedImage | undefined {
  return images.find(
    (image) => image.media === media && !image.isTrashed && (!turn || image.turnId === turn.id),
  )
}
