// The open drawing's next step: its parameters, the picture that it edits, and drawing it.
import type { Turn } from '#shared/schemas/chat'
import { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { readServedModel, useServedParameters } from '../../../models/served-model'
import { useDrafts } from '../../../state/draft-store'
import {
  changeParameters,
  type ParametersChange,
  toDrawingKey,
  useDraft,
  writeAfter,
  writeParameters,
  writeVariations,
} from '../../../state/drafts'
import { focusPrompt, requestScroll } from '../../../state/focus-requests'
import { findTurn, type LiveChat } from '../../../state/fold-chat'
import { readChat, useChat } from '../../../state/live-chat'
import { openDrawing, useNavigation } from '../../../state/navigation'
import { readDrawingParameters, useParameters } from '../../../state/next-parameters'
import { findFinalPicture, useSessionImages } from './drawing-steps'

export function useNextStep() {
  const drawingId = useNavigation((navigation) => navigation.drawingId)
  const selected = useParameters(drawingId, () => readDrawingParameters(drawingId))
  const key = toDrawingKey(drawingId)
  return {
    drawingId,
    /** Key of the draft. */
    key,
    variations: useDraft(key, ({ variations = 1 }) => variations),
    /** With a model that the selected provider can have. */
    parameters: useServedParameters(selected, 'image'),
    selectedModel: selected.model,
    /** An undefined value restores the model's default. */
    change: (part: ParametersChange) => changeNextStep(drawingId, part),
    changeVariations: (variations: number) => writeVariations(key, variations),
  }
}

export function readNextModel(drawingId: string | null): string {
  return readServedModel(readDrawingParameters(drawingId).model, 'image')
}

/** Changes the parameters of the drawing's next step. */
export function changeNextStep(drawingId: string | null, part: ParametersChange) {
  // Read again, because parameters may have changed since they were rendered.
  writeParameters(toDrawingKey(drawingId), changeParameters(readDrawingParameters(drawingId), part))
}

/** The answer whose picture the next step edits; null starts a new picture. */
export function useTarget(drawingId: string | null): string | null {
  const selected = useDraft(toDrawingKey(drawingId), (draft) => draft.after)
  // One in the trash is no target.
  useSessionImages(drawingId)
  return useChat(drawingId, (chat) => chooseTarget(chat, selected))
}

/** Makes the next step edit this picture. */
export function editPicture({ conversationId, id }: Turn) {
  writeAfter(toDrawingKey(conversationId), id)
  focusPrompt()
}

/** Continues the drawing from this variation; the next step edits it, whatever was selected before. */
export function selectPicture({ conversationId, id }: Turn) {
  writeAfter(toDrawingKey(conversationId), undefined)
  if (!readChat(conversationId).branch.includes(id))
    toastOutcome(desktop.chat.switch({ conversationId, turnId: id }))
}

/**
 * The answer that the user selected, if it can be edited; null starts a new picture. By default the last picture of
 * the branch, skipping steps without one; while the last step is being generated, the answer in progress.
 */
export function chooseTarget(chat: LiveChat, selected: string | null | undefined): string | null {
  if (selected === null) return null
  if (selected !== undefined && findFinalPicture(findTurn(chat, selected))) return selected
  const head = chat.branch.at(-1) ?? ''
  const last = [head, ...(chat.alternates[head] ?? [])]
  if (!findFinalPicture(findTurn(chat, head))) {
    const running = last.find((id) => chat.running.has(id))
    if (running !== undefined) return running
  }
  return [...chat.branch].reverse().find((id) => findFinalPicture(findTurn(chat, id))) ?? null
}

export function toRatioKey(key: string): string {
  return `${key}/aspectRatio`
}

/** The ratio as typed in the inspector, valid or not; undefined if none is typed. */
export function useTypedRatio(key: string): string | undefined {
  return useDrafts(({ texts }) => texts[toRatioKey(key)])
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
  if (!parsed.success) return { error: parsed.error.issues[0]?.message ?? 'must be a ratio, such as 16:9' }
  return { value: parsed.data }
}

interface StepToDraw {
  /** Null creates a new drawing. */
  readonly drawingId: string | null
  /** The answer whose picture is edited; null starts from nothing. */
  readonly after: string | null
  readonly parts: readonly Part[]
  readonly parameters: ChatParameters
  readonly variations: number
}

/**
 * A first step opens the drawing that it creates, with the same number of pictures. A step after an answer in progress
 * is queued. Does not change the draft.
 */
export async function drawStep({ drawingId, parts, ...step }: StepToDraw): Promise<string> {
  const drawn = await desktop.images.draw({ ...step, conversationId: drawingId, parts: [...parts] })
  const { conversationId, turnIds } = drawn
  if (drawingId === null) writeVariations(toDrawingKey(conversationId), step.variations)
  if (turnIds[0] !== undefined) requestScroll({ conversationId, turnId: turnIds[0] })
  // The user may have opened something else while it was sent.
  const { panel, drawingId: open } = useNavigation.getState()
  if (open === drawingId && panel === 'images') openDrawing(conversationId)
  else if (open === drawingId) useNavigation.setState({ drawingId: conversationId })
  return conversationId
}
