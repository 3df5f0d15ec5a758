// Where the user was reading chats before opening others, until the window is closed.
import type { VirtualItem } from '@tanstack/react-virtual'

interface ReadingPosition {
  readonly top: number
  /** The measured heights, without which the same position would be another place. */
  readonly measurements: VirtualItem[]
}

const maxChats = 20
/** By conversation; those that were left at their end have none. */
const positions = new Map<string, ReadingPosition>()

export function findReadingPosition(conversationId: string): ReadingPosition | undefined {
  return positions.get(conversationId)
}

export function saveReadingPosition(conversationId: string, position: ReadingPosition | null) {
  positions.delete(conversationId)
  if (position) positions.set(conversationId, position)
  const [oldest] = positions.keys()
  if (positions.size > maxChats && oldest !== undefined) positions.delete(oldest)
}
