// The commands of Images, and the actions of the image that the next step edits.
import type { PageCommandsOf } from '#shared/commands/commands'
import type { MenuItem } from '../../components/Menu'
import type { CommandHandler } from '../../state/command-handlers'
import { readDraft, toDrawingKey } from '../../state/drafts'
import { findTurn } from '../../state/fold-chat'
import { readChat } from '../../state/live-chat'
import { openDrawing, useNavigation } from '../../state/navigation'
import { describeStep, findResult } from './state/drawing-steps'
import { changeNextStep, chooseTarget, readNextModel } from './state/next-step'
import { compareWith, listVariationActions, viewPicture } from './state/variation-actions'

export const imageCommands: Readonly<Record<PageCommandsOf<'images'>, CommandHandler>> = {
  'images.new': { run: () => openDrawing(null) },
}

/** For the selected image; empty without one. */
export function listImageActions(): readonly MenuItem[] {
  const { drawingId } = useNavigation.getState()
  const chat = readChat(drawingId)
  const { after } = readDraft(toDrawingKey(drawingId))
  const target = chooseTarget(chat, after)
  const turn = target === null ? undefined : findTurn(chat, target)
  if (!turn) return []
  const find = (id: string) => findTurn(readChat(drawingId), id)
  const prompt = turn.parentId === null ? undefined : find(turn.parentId)
  return listVariationActions(turn, {
    title: describeStep(prompt),
    onOpen: () => viewPicture(findResult(turn, find) ?? null),
    onCompare: () => compareWith(turn, find),
  })
}

export function readImageModel(): string {
  const { drawingId } = useNavigation.getState()
  return readNextModel(drawingId)
}

export function changeImageModel(model: string) {
  changeNextStep(useNavigation.getState().drawingId, { model })
}
