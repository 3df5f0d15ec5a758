// The steps of a drawing: their variations, and the pictures and texts in them.
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Turn } from '#shared/schemas/chat'
import { type desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import type { ViewedPicture } from '../../../media-viewer/viewed-picture'
import { readText } from '../../../state/finished-turns'
import type { LiveChat } from '../../../state/fold-chat'
import { type PartFile, readPartFile } from '../../../state/part-file'

export interface Step {
  /** The instruction's turn. */
  readonly promptId: string
  /** Counted from 1. */
  readonly number: number
  /** In the order they were asked for, so that each keeps its place. */
  readonly variations: readonly string[]
  /** The one that the branch goes through; null where all were deleted. */
  readonly chosen: string | null
  /** Steps that follow the same picture, this one among them; at the beginning, all beginnings. Empty where it is alone. */
  readonly ways: readonly string[]
}

/** Instruction and answer take turns, from the first one on. */
export function toSteps({ branch, alternates }: Pick<LiveChat, 'branch' | 'alternates'>): Step[] {
  const steps: Step[] = []
  for (let at = 0; at < branch.length; at += 2) {
    const promptId = branch[at]
    if (promptId === undefined) break
    const chosen = branch[at + 1] ?? null
    const alone = chosen === null ? [] : [chosen]
    steps.push({
      promptId,
      number: at / 2 + 1,
      variations: (chosen && alternates[chosen]) || alone,
      chosen,
      ways: alternates[promptId] ?? [],
    })
  }
  return steps
}

interface ReadVariation {
  /** The last one is final (wire §7.2). */
  readonly pictures: readonly PartFile[]
  /** Of its thoughts, the newest; null where there is none. */
  readonly draft: PartFile | null
  readonly text: string
}

export function readVariation({ parts }: Pick<Turn, 'parts'>): ReadVariation {
  const files = parts.flatMap((part) => {
    const file = readPartFile(part)
    return file?.mimeType.startsWith('image/') ? [{ file, isThought: part.thought === true }] : []
  })
  const texts = parts.flatMap((part) => (part.thought || !part.text ? [] : [part.text]))
  return {
    pictures: files.filter(({ isThought }) => !isThought).map(({ file }) => file),
    draft: files.filter(({ isThought }) => isThought).at(-1)?.file ?? null,
    text: texts.join('').trim(),
  }
}

/** Only a picture that a model has drawn, and that has come whole, can be edited. */
export function findFinalPicture(turn: Turn | undefined): PartFile | null {
  const isWhole = turn?.role === 'model' && turn.state === 'complete'
  return isWhole ? (readVariation(turn).pictures.at(-1) ?? null) : null
}

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

const optionsOf = (conversationId: string | null) =>
  queries.library.trashed.queryOptions({ input: conversationId ? { conversationId } : skipToken })

/** The items of a variation that has nothing else to show; none where it shows an image. */
export function useTrashed(turn: Turn): readonly string[] {
  const { data = [] } = useQuery(optionsOf(turn.conversationId))
  return listTrashed(turn, data)
}

/** As `useTrashed`, at this moment. */
export function isTrashed(turn: Turn): boolean {
  const data = queryClient.getQueryData(optionsOf(turn.conversationId).queryKey) ?? []
  return listTrashed(turn, data).length > 0
}

type Trashed = Awaited<ReturnType<typeof desktop.library.trashed>>

function listTrashed(turn: Turn, trashed: Trashed): readonly string[] {
  const own = trashed.filter(({ turnId }) => turnId === turn.id)
  const media = new Set(own.map((item) => item.media))
  return readVariation(turn).pictures.every((picture) => media.has(picture.media))
    ? own.map(({ id }) => id)
    : []
}
