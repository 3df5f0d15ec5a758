// The branch of a drawing as its steps: each an instruction, and the variations that were drawn for it.
import type { LiveChat } from '../../../state/fold-chat'

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
