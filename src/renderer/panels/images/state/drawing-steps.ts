// The steps of a drawing: their variations, and the pictures and texts in them.
import type { Turn } from '#shared/schemas/chat'
import type { GeneratedImage } from '#shared/schemas/library'
import type { ViewedPicture } from '../../../media-viewer/viewed-picture'
import { readText } from '../../../state/answer-text'
import type { LiveChat } from '../../../state/fold-chat'
import { type PartFile, readPartFile } from '../../../state/turn-parts'
import { findItem, listTrashedMedia, readSessionImages, useSessionImages } from './session-images'

export interface Step {
  /** The instruction's turn. */
  readonly promptId: string
  /** Starts at 1. */
  readonly number: number
  /** In the order they were requested, so that each keeps its position. */
  readonly variations: readonly string[]
  /** The variation on the branch; null if all were deleted. */
  readonly selected: string | null
  /** All steps that follow the same picture, or all first steps; empty if there is only this one. */
  readonly branches: readonly string[]
}

/** Instructions and answers alternate. */
export function toSteps({ branch, alternates }: Pick<LiveChat, 'branch' | 'alternates'>): Step[] {
  const steps: Step[] = []
  for (let index = 0; index < branch.length; index += 2) {
    const promptId = branch[index]
    if (promptId === undefined) break
    const selected = branch[index + 1] ?? null
    const single = selected === null ? [] : [selected]
    steps.push({
      promptId,
      number: index / 2 + 1,
      variations: (selected && alternates[selected]) || single,
      selected,
      branches: alternates[promptId] ?? [],
    })
  }
  return steps
}

interface VariationContent {
  /** Without those in the trash. */
  readonly pictures: readonly PartFile[]
  /** The last one (wire §7.2); null if it is in the trash. */
  readonly final: PartFile | null
  /** The newest picture among its thoughts. */
  readonly draft: PartFile | null
  readonly text: string
}

/** Current when rendered with `useSessionImages`. */
export function readVariation({
  id,
  conversationId,
  parts,
}: Pick<Turn, 'id' | 'conversationId' | 'parts'>): VariationContent {
  const files = parts.flatMap((part) => {
    const file = readPartFile(part)
    return file?.mimeType.startsWith('image/') ? [{ file, isThought: part.thought === true }] : []
  })
  // Texts around an image are separate paragraphs.
  const texts = parts.map((part) => (part.thought ? '' : (part.text ?? (readPartFile(part) ? '\n\n' : ''))))
  const received = files.filter(({ isThought }) => !isThought).map(({ file }) => file)
  const trashed = listTrashedMedia(readSessionImages(conversationId), id)
  const pictures = received.filter(({ media }) => !trashed.has(media))
  const last = received.at(-1)
  return {
    pictures,
    final: last && !trashed.has(last.media) ? last : null,
    draft: files.filter(({ isThought }) => isThought).at(-1)?.file ?? null,
    text: texts
      .join('')
      .replace(/ *\n{2,}/g, '\n\n')
      .trim(),
  }
}

/** Only the final picture of a complete answer can be edited. */
export function findFinalPicture(turn: Turn | undefined): PartFile | null {
  const isComplete = turn?.role === 'model' && turn.state === 'complete'
  return isComplete ? readVariation(turn).final : null
}

/** The trashed items of a variation whose pictures are all in the trash; empty if it still shows one. */
export function useTrashed(turn: Turn): readonly string[] {
  useSessionImages(turn.conversationId)
  return listTrashed(turn)
}

/** The current value of `useTrashed`. */
export function listTrashed(turn: Turn): readonly string[] {
  if (readVariation(turn).pictures.length > 0) return []
  return readSessionImages(turn.conversationId).flatMap(({ id, turnId, isTrashed }) =>
    isTrashed && turnId === turn.id ? id : [],
  )
}

/** The item of the picture that a variation shows. Current when the variation is rendered. */
export function findShownItem(turn: Turn): GeneratedImage | undefined {
  const media = readVariation(turn).pictures.at(-1)?.media
  return media === undefined ? undefined : findItem(readSessionImages(turn.conversationId), { media, turn })
}

type FindTurn = (id: string) => Turn | undefined

/** All pictures of the branch in order, for the viewer. */
export function listPictures(steps: readonly Step[], find: FindTurn): ViewedPicture[] {
  return steps.flatMap(({ promptId, variations }) => {
    const title = describeStep(find(promptId))
    return variations.flatMap((id) => {
      const turn = find(id)
      return turn && turn.state !== 'running' ? toViewed(turn, title) : []
    })
  })
}

/** The final picture of an answer, with the title of its own step. */
export function findResult(turn: Turn, find: FindTurn): ViewedPicture | undefined {
  return toViewed(turn, describeStep(turn.parentId ? find(turn.parentId) : undefined)).at(-1)
}

/** The pictures of one answer. */
export function toViewed(turn: Turn, title: string): ViewedPicture[] {
  const { aspectRatio, imageSize } = turn.parameters ?? {}
  return readVariation(turn).pictures.map(({ media, mimeType }) => ({
    media,
    mimeType,
    title,
    turn,
    requested: { aspectRatio, imageSize },
  }))
}

/** The instruction on one line, used as the title of its pictures. */
export function describeStep(prompt: Turn | undefined): string {
  return (prompt && readText(prompt).trim().replace(/\s+/g, ' ')) || 'Image'
}
