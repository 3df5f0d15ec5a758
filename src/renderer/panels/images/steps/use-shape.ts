// Which shape the places of a step have: the one that was asked for, else that of the picture that is edited.
import type { Turn } from '#shared/schemas/chat'
import { readPartFile } from '../../../state/turn-parts'
import { toShape } from './lay-out'
import { findFinalPicture } from './read-variation'
import { usePictureFacts } from './use-picture-facts'

/** Models follow the picture they are given, and else draw a square (wire §7.1). */
export function useShape(
  prompt: Turn | undefined,
  { edited, answer }: { readonly edited: Turn | undefined; readonly answer: Turn | undefined },
): number {
  const asked = toShape(answer?.parameters?.aspectRatio)
  const [reference] = prompt?.parts.flatMap((part) => readPartFile(part) ?? []) ?? []
  const facts = usePictureFacts(asked === undefined ? (findFinalPicture(edited) ?? reference ?? null) : null)
  if (asked !== undefined) return asked
  return facts?.width && facts.height ? facts.width / facts.height : 1
}
