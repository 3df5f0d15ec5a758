// The images of a session as items of the Library: which have a star, and which are in the trash.
import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Turn } from '#shared/schemas/chat'
import type { GeneratedImage } from '#shared/schemas/library'
import { queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import type { ViewedPicture } from '../../../media-viewer/viewed-picture'
import { readVariation } from './drawing-steps'

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

function readSessionImages(drawingId: string): readonly GeneratedImage[] {
  return queryClient.getQueryData(optionsOf(drawingId).queryKey) ?? none
}

/** The trashed items of a variation whose pictures are all in the trash; empty if it still shows one. */
export function useTrashed(turn: Turn): readonly string[] {
  return listTrashed(turn, useSessionImages(turn.conversationId))
}

/** The current value of `useTrashed`. */
export function isTrashed(turn: Turn): boolean {
  return listTrashed(turn, readSessionImages(turn.conversationId)).length > 0
}

function listTrashed(turn: Turn, images: readonly GeneratedImage[]): readonly string[] {
  const own = images.filter(({ turnId, isTrashed }) => isTrashed && turnId === turn.id)
  if (own.length === 0) return []
  const media = new Set(own.map((item) => item.media))
  return readVariation(turn).pictures.every((picture) => media.has(picture.media))
    ? own.map(({ id }) => id)
    : []
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

/** The item of the picture that a variation shows. Current when the variation is rendered. */
export function findShownItem(turn: Turn): GeneratedImage | undefined {
  const media = readVariation(turn).pictures.at(-1)?.media
  return media === undefined ? undefined : findItem(readSessionImages(turn.conversationId), { media, turn })
}
