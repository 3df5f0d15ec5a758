// The open drawing's next step: its parameters, and the picture that it edits.
import { useShallow } from 'zustand/react/shallow'
import { ChatParameters } from '#shared/schemas/chat-parameters'
import {
  changeParameters,
  chooseDrawing,
  type ParametersChange,
  readDraft,
  toDrawingKey,
  useDrafts,
  writeParameters,
  writeVariations,
} from '../../../state/drafts'
import { findTurn, type LiveChat } from '../../../state/fold-chat'
import { useChat } from '../../../state/live-chat'
import { useNavigation } from '../../../state/navigation'
import { readLastParameters } from '../../../state/next-parameters'
import { useTypedTexts } from '../../../state/typed-texts'
import { findFinalPicture } from './drawing-steps'

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

/**
 * What was chosen by hand, as long as it can be edited; null begins anew. Where nothing was chosen, the last picture
 * of the branch: a step that brought none is passed over.
 */
export function chooseTarget(chat: LiveChat, chosen: string | null | undefined): string | null {
  if (chosen === null) return null
  if (chosen !== undefined && findFinalPicture(findTurn(chat, chosen))) return chosen
  return [...chat.branch].reverse().find((id) => findFinalPicture(findTurn(chat, id))) ?? null
}

export function toRatioPlace(key: string): string {
  return `${key}/aspectRatio`
}

/** What is typed in the place of the value; undefined where nothing is. */
export function useTypedRatio(key: string): string | undefined {
  return useTypedTexts(({ texts }) => texts[toRatioPlace(key)])
}

/** Why what is typed is no ratio. */
export function useRatioProblem(key: string): string | undefined {
  return readRatio(useTypedRatio(key) ?? '').error
}

type TypedRatio =
  | { readonly value: string | undefined; readonly error?: undefined }
  | { readonly error: string }

/** `16:9`, also written `16 / 9` or `16x9`; blank leaves it to the model. */
export function readRatio(text: string): TypedRatio {
  const typed = text.trim().replace(/\s*[:/x×]\s*/i, ':')
  if (typed === '') return { value: undefined }
  const read = ChatParameters.shape.aspectRatio.safeParse(typed)
  if (!read.success) return { error: read.error.issues[0]?.message ?? 'must be a ratio' }
  return { value: read.data }
}
