// The open drawing, and what its next step is drawn with.
import { useShallow } from 'zustand/react/shallow'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import {
  changeParameters,
  chooseDrawing,
  type ParametersChange,
  readDraft,
  toDrawingKey,
  useDrafts,
  writeParameters,
  writeVariations,
} from '../../state/drafts'
import { useChat } from '../../state/live-chat'
import { useNavigation } from '../../state/navigation'
import { readLastParameters } from '../../state/next-parameters'
import { chooseTarget } from './composer/choose-target'

interface NextStep {
  readonly drawingId: string | null
  /** Of the draft. */
  readonly key: string
  readonly parameters: ChatParameters
  readonly variations: number
  /** An undefined value goes back to the model's default. */
  readonly change: (part: ParametersChange) => void
  readonly changeVariations: (variations: number) => void
}

export function useNextStep(): NextStep {
  const drawingId = useNavigation((navigation) => navigation.drawingId)
  useChat(drawingId, (chat) => chat.conversation?.parameters)
  // Not of what is written: with each letter all that can be set would be drawn again.
  const chosen = useDrafts(useShallow(({ drafts }) => chooseDrawing(drafts, toKnown(drawingId))))
  const key = toDrawingKey(drawingId)
  return {
    drawingId,
    key,
    ...chosen,
    // Of what is set by then: a change may come long after this was drawn.
    change: (part) => writeParameters(key, changeParameters(readNextStep(drawingId).parameters, part)),
    changeVariations: (variations) => writeVariations(key, variations),
  }
}

function readNextStep(drawingId: string | null) {
  return chooseDrawing(useDrafts.getState().drafts, toKnown(drawingId))
}

/** The answer whose picture the next step edits; null begins anew. */
export function useTarget(drawingId: string | null): string | null {
  const chosen = useDrafts(({ drafts }) => readDraft(drafts, toDrawingKey(drawingId)).after)
  return useChat(drawingId, (chat) => chooseTarget(chat, chosen))
}

function toKnown(drawingId: string | null) {
  if (drawingId === null) return null
  return { id: drawingId, parameters: readLastParameters(drawingId) }
}
