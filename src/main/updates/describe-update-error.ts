// Texts for errors of electron-updater, of the network and of the disk: what happened, and what to do next.
import { ApiError } from '#shared/schemas/api-error'

export function describeUpdateError(error: unknown): string {
  if (error instanceof ApiError) return error.message
  const { code, statusCode, message } = error as { code?: unknown; statusCode?: unknown; message?: unknown }
  const text = typeof message === 'string' ? message : String(error)
  if (code === 'ERR_CHECKSUM_MISMATCH') return rejectPackage('its hash isn’t the feed’s').message
  if (code === 'ENOSPC') return 'The disk is full. Free some space, then retry.'
  if (code === 'EACCES' || code === 'EROFS')
    return `Can’t write to the data folder (${code}). Check its permissions.`
  const status = typeof statusCode === 'number' ? statusCode : Number(/\bstatus (\d{3})\b/.exec(text)?.[1])
  if (status === 404) return 'The feed or its package wasn’t found (HTTP 404). Check the feed URL.'
  if (status > 0) return `The feed’s server responded with HTTP ${status}. Try again later.`
  const [failure] = /net::ERR_\w+/.exec(text) ?? []
  if (failure === 'net::ERR_INTERNET_DISCONNECTED')
    return 'You’re offline. Connect to the internet, then retry.'
  if (failure)
    return `Can’t reach the feed (${failure}). Check the feed URL and Settings > Network, then retry.`
  const [line = ''] = text.split('\n')
  return /[.!?]$/.test(line) ? line : `${line}.`
}

export function rejectPackage(reason: string): ApiError {
  return new ApiError(
    'FAILED_PRECONDITION',
    `The downloaded package was deleted because ${reason}. Try again. If this repeats, contact the publisher of the feed.`,
  )
}
