// Hands a small picture to the application, which keeps it for the file that it shows.

/** Whole and as its bytes: a posted blob would arrive as nothing. False where it could not be written. */
export async function keepThumbnail(media: string, small: Blob): Promise<boolean> {
  const body = await small.arrayBuffer()
  const response = await fetch(`media://thumbnail/${media}`, { method: 'POST', body }).catch(() => null)
  return response?.ok ?? false
}

/** Of WebP. */
export const thumbnailQuality = 0.82

/**
 * `unkept`: it was made, but couldn't be saved. `missing`: the file isn't there now. `unreadable`: the file can't be
 * decoded. `unmade`: the worker failed.
 */
export type ThumbnailOutcome = 'made' | 'unkept' | 'missing' | 'unreadable' | 'unmade'
