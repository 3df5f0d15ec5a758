// The steps of a drawing: their variations, the pictures and texts in them, and the tree of all branches.

import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DrawingStep, Turn } from '#shared/schemas/chat'
import type { GeneratedImage } from '#shared/schemas/library'
import { queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import type { ViewedPicture } from '../../../media-viewer/describe-picture'
import { readText } from '../../../state/answer-text'
import type { LiveChat } from '../../../state/fold-chat'
import { type PartFile, readPartFile } from '../../../state/turn-parts'

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

export interface StepRow extends Pick<DrawingStep, 'promptId' | 'text'> {
  /** Starts at 1, like the number of the step in its branch. */
  readonly number: number
  /** How often its branch has split off from an earlier one. */
  readonly lane: number
  /** It is the first step of such a branch. */
  readonly isSplit: boolean
  /** It is on the branch that is shown. */
  readonly isShown: boolean
  /** The image that the branch continues from, else the last one. */
  readonly picture: DrawingStep['variations'][number]['picture']
}

const stepsOf = (drawingId: string | null) =>
  queries.images.steps.queryOptions({ input: drawingId ? { conversationId: drawingId } : skipToken })

export function useDrawingSteps(drawingId: string): readonly DrawingStep[] {
  return useQuery(stepsOf(drawingId)).data ?? []
}

/** The number of steps that follow this answer, in all branches. */
export function useFollowingSteps(drawingId: string, answerId: string): number {
  const select = (steps: readonly DrawingStep[]) => countFollowing(steps).get(answerId) ?? 0
  return useQuery({ ...stepsOf(drawingId), select }).data ?? 0
}

/** By the steps, because each of a session's variations reads them. */
const counted = new WeakMap<readonly DrawingStep[], ReadonlyMap<string, number>>()

/** By the answer that they follow. Steps come after those that they follow. */
export function countFollowing(steps: readonly DrawingStep[]): ReadonlyMap<string, number> {
  const known = counted.get(steps)
  if (known) return known
  const counts = new Map<string, number>()
  for (const { parentId, variations } of [...steps].reverse()) {
    const following = variations.reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0)
    if (parentId !== null) counts.set(parentId, (counts.get(parentId) ?? 0) + following + 1)
  }
  counted.set(steps, counts)
  return counts
}

/** Each branch from its first step to its last: below a step come first the steps that were generated first. */
export function toStepRows(steps: readonly DrawingStep[], branch: readonly string[]): StepRow[] {
  const following = new Map<string | null, DrawingStep[]>()
  for (const step of steps) {
    const siblings = following.get(step.parentId)
    if (siblings) siblings.push(step)
    else following.set(step.parentId, [step])
  }
  const shown = new Set(branch)
  const rows: StepRow[] = []
  const open = (following.get(null) ?? []).map((step) => ({ step, number: 1, lane: 0, isSplit: false }))
  open.reverse()
  for (let next = open.pop(); next; next = open.pop()) {
    const { step, ...position } = next
    const { promptId, text, variations } = step
    const continued =
      variations.find(({ id }) => shown.has(id)) ?? variations.find(({ id }) => following.has(id))
    const picture = continued?.picture ?? variations.flatMap(({ picture }) => picture ?? []).at(-1) ?? null
    rows.push({ promptId, text, picture, isShown: shown.has(promptId), ...position })
    const children = variations.flatMap(({ id }) => following.get(id) ?? [])
    for (const [index, child] of [...children.entries()].reverse()) {
      const isSplit = index > 0
      open.push({ step: child, number: position.number + 1, lane: position.lane + Number(isSplit), isSplit })
    }
  }
  return rows
}

/** `7 steps`, `3 branches` */
export function describeTree(steps: readonly DrawingStep[]): string[] {
  const followed = new Set(steps.map(({ parentId }) => parentId))
  const branches = steps.filter(({ variations }) => !variations.some(({ id }) => followed.has(id))).length
  return [`${steps.length} steps`, ...(branches > 1 ? [`${branches} branches`] : [])]
}

const imagesOf = (conversationId: string | null) =>
  queries.library.imagesOf.queryOptions({ input: conversationId ? { conversationId } : skipToken })

const none: readonly GeneratedImage[] = []

export function useSessionImages(drawingId: string | null): readonly GeneratedImage[] {
  return useQuery(imagesOf(drawingId)).data ?? none
}

/** The hashes of the starred images. */
export function useStarredMedia(drawingId: string): ReadonlySet<string> {
  const images = useSessionImages(drawingId)
  return useMemo(() => new Set(images.flatMap(({ media, starred }) => (starred ? media : []))), [images])
}

function readSessionImages(drawingId: string): readonly GeneratedImage[] {
  return queryClient.getQueryData(imagesOf(drawingId).queryKey) ?? none
}

/** Files by the turn that generated them, once for each list. */
const trashedByTurn = new WeakMap<readonly GeneratedImage[], ReadonlyMap<string, ReadonlySet<string>>>()
const noMedia: ReadonlySet<string> = new Set()

function listTrashedMedia(images: readonly GeneratedImage[], turnId: string): ReadonlySet<string> {
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
