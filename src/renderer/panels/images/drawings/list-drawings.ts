// Which conversations are drawings, and what is told of each in the list.
import type { Conversation } from '#shared/schemas/chat'
import { formatAge } from '../../../components/format'

/** Newest first. */
export function listDrawings(conversations: readonly Conversation[]): Conversation[] {
  const drawings = conversations.filter(({ kind }) => kind === 'images')
  return drawings.sort((one, other) => other.updatedAt - one.updatedAt)
}

/** `3 steps · 5 min` */
export function describeDrawing(
  { drawing, updatedAt }: Pick<Conversation, 'drawing' | 'updatedAt'>,
  now: number,
): string {
  const steps = drawing && (drawing.steps === 1 ? '1 step' : `${drawing.steps} steps`)
  return [steps, formatAge(updatedAt, now)].filter(Boolean).join(' · ')
}
