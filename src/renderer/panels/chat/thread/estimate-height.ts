// How high a turn will probably be, before it has been measured.
import type { Turn } from '#shared/schemas/chat'

/** Of one that is not here yet: its skeleton has just this height. */
export const skeletonHeight = 144

const lineLength = 90
const lineHeight = 24
const frame = { user: 72, model: 104 }
const pictureHeight = 280

/** Near enough that a scrollbar does not leap; long ones are cut, for they are measured soon. */
export function estimateHeight(turn: Turn | undefined): number {
  if (!turn) return skeletonHeight
  const height = turn.parts.reduce((sum, part) => {
    if (part.thought) return sum
    if (part.text === undefined) return sum + pictureHeight
    return sum + Math.ceil(part.text.length / lineLength) * lineHeight
  }, frame[turn.role])
  return Math.min(height, 4_000)
}
