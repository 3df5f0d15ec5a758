// The tree of a drawing's steps: also those on branches that are not shown, and how to reach them.
import { skipToken, useQuery } from '@tanstack/react-query'
import type { DrawingStep } from '#shared/schemas/chat'
import { queries } from '../../../api/desktop'

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

const optionsOf = (drawingId: string | null) =>
  queries.images.steps.queryOptions({ input: drawingId ? { conversationId: drawingId } : skipToken })

export function useDrawingSteps(drawingId: string): readonly DrawingStep[] {
  return useQuery(optionsOf(drawingId)).data ?? []
}

/** The number of steps that follow this answer, in all branches. */
export function useFollowingSteps(drawingId: string, answerId: string): number {
  const select = (steps: readonly DrawingStep[]) => countFollowing(steps).get(answerId) ?? 0
  return useQuery({ ...optionsOf(drawingId), select }).data ?? 0
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
