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
import { useInputTexts } from '../../../state/input-texts'
import { useChat } from '../../../state/live-chat'
import { useNavigation } from '../../../state/navigation'
import { readLastParameters } from '../../../state/next-parameters'
import { findFinalPicture } from './drawing-steps'

export function useNextStep() {
  const drawingId = useNavigation((navigation) => navigation.drawingId)
  useChat(drawingId, (chat) => chat.conversation?.parameters)
  // Shallow, so that the settings do not render again with each typed character.
  const chosen = useDrafts(useShallow(({ drafts }) => chooseDrawing(drafts, toDrawing(drawingId))))
  const key = toDrawingKey(drawingId)
  return {
    drawingId,
    /** Of the draft. */
    key,
    ...chosen,
    /** An undefined value restores the model's default. */
    change: (part: ParametersChange) => {
      // Read again, because parameters may have changed since this was rendered.
      const { parameters } = chooseDrawing(useDrafts.getState().drafts, toDrawing(drawingId))
      writeParameters(key, changeParameters(parameters, part))
    },
    changeVariations: (variations: number) => writeVariations(key, variations),
  }
}

/** The answer whose picture the next step edits; null starts a new picture. */
export function useTarget(drawingId: string | null): string | null {
  const chosen = useDrafts(({ drafts }) => readDraft(drafts, toDrawingKey(drawingId)).after)
  return useChat(drawingId, (chat) => chooseTarget(chat, chosen))
}

function toDrawing(drawingId: string | null) {
  if (drawingId === null) return null
  return { id: drawingId, parameters: readLastParameters(drawingId) }
}

/**
 * The answer that the user chose, if it can be edited; null starts a new picture. By default the last picture of the
 * branch, skipping steps without one.
 */
export function chooseTarget(chat: LiveChat, chosen: string | null | undefined): string | null {
  if (chosen === null) return null
  if (chosen !== undefined && findFinalPicture(findTurn(chat, chosen))) return chosen
  return [...chat.branch].reverse().find((id) => findFinalPicture(findTurn(chat, id))) ?? null
}

export function toRatioKey(key: string): string {
  return `${key}/aspectRatio`
}

/** The ratio as typed in the inspector, valid or not; undefined if none is typed. */
export function useTypedRatio(key: string): string | undefined {
  return useInputTexts(({ texts }) => texts[toRatioKey(key)])
}

/** Why the typed text is not a ratio. */
export function useRatioProblem(key: string): string | undefined {
  return parseTypedRatio(useTypedRatio(key) ?? '').error
}

type TypedRatio =
  | { readonly value: string | undefined; readonly error?: undefined }
  | { readonly error: string }

/** Accepts `16:9`, `16 / 9` and `16x9`; an empty text leaves the ratio to the model. */
export function parseTypedRatio(text: string): TypedRatio {
  const ratio = text.trim().replace(/\s*[:/x×]\s*/i, ':')
  if (ratio === '') return { value: undefined }
  const parsed = ChatParameters.shape.aspectRatio.safeParse(ratio)
  if (!parsed.success) return { error: parsed.error.issues[0]?.message ?? 'must be a ratio' }
  return { value: parsed.data }
}
