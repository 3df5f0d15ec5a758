// The pictures of a drawing's branch, in the order they stand in, as the viewer takes them.
import type { Turn } from '#shared/schemas/chat'
import type { ViewedPicture } from '../../../media-viewer/viewed-picture'
import { readText } from '../../../state/answer-text'
import { readVariation } from './read-variation'
import type { Step } from './to-steps'

type FindTurn = (id: string) => Turn | undefined

export function listPictures(steps: readonly Step[], find: FindTurn): ViewedPicture[] {
  return steps.flatMap(({ promptId, variations }) => {
    const title = nameStep(find(promptId))
    return variations.flatMap((id) => {
      const turn = find(id)
      return turn && turn.state !== 'running' ? toViewed(turn, title) : []
    })
  })
}

/** What an answer came to in the end, called by its own step. */
export function findResult(turn: Turn, find: FindTurn): ViewedPicture | undefined {
  return toViewed(turn, nameStep(turn.parentId ? find(turn.parentId) : undefined)).at(-1)
}

/** Of one answer. */
export function toViewed(turn: Turn, title: string): ViewedPicture[] {
  const { aspectRatio, imageSize } = turn.parameters ?? {}
  return readVariation(turn).pictures.map(({ media, mimeType }) => ({
    media,
    mimeType,
    title,
    turn,
    asked: { aspectRatio, imageSize },
  }))
}

/** The instruction, by which its pictures are called. */
export function nameStep(prompt: Turn | undefined): string {
  return (prompt && readText(prompt).trim().replace(/\s+/g, ' ')) || 'Picture'
}
