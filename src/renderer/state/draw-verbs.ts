// What the user does in a drawing beyond what a chat offers: draw a step, and take a kept picture as a reference.
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import { desktop } from '../api/desktop'
import { toOldAttachment } from './attachments'
import { addAttachment, toDrawingKey, writeVariations } from './drafts'
import { openDrawing, useNavigation } from './navigation'
import type { PartFile } from './part-file'
import { wishToSee } from './thread-place'

interface StepToDraw {
  /** Null begins a new drawing. */
  readonly drawingId: string | null
  /** The answer whose picture is edited; null stands at the beginning. */
  readonly after: string | null
  readonly parts: readonly Part[]
  readonly parameters: ChatParameters
  readonly variations: number
}

/** A first step opens the drawing that it began, which keeps its number of pictures. What is written in the composer stays. */
export async function drawStep({ drawingId, parts, ...step }: StepToDraw): Promise<void> {
  const drawn = await desktop.images.draw({ ...step, conversationId: drawingId, parts: [...parts] })
  const { conversationId, turnIds } = drawn
  if (drawingId === null) writeVariations(toDrawingKey(conversationId), step.variations)
  wishToSee({ conversationId, turnId: turnIds[0] ?? null })
  // The user may have gone elsewhere while it was sent.
  const { panel, drawingId: open } = useNavigation.getState()
  if (open !== drawingId) return
  if (panel === 'images') openDrawing(conversationId)
  else useNavigation.setState({ drawingId: conversationId })
}

/** For the next step of the open drawing, which is shown. */
export async function takeAsReference(file: PartFile): Promise<void> {
  const { drawingId } = useNavigation.getState()
  addAttachment(toDrawingKey(drawingId), await toOldAttachment(file))
  openDrawing(drawingId)
}
