// What can be done with one variation, or with a whole step: edit, try again, delete with the way back.
import { toast } from 'sonner'
import type { Turn } from '#shared/schemas/chat'
import { desktop } from '../../../api/desktop'
import { tellOutcome } from '../../../api/tell-outcome'
import { toPriorAttachment } from '../../../state/attachments'
import { deleteTurn, regenerateAnswer, switchTo } from '../../../state/chat-actions'
import { replaceDraft, toDrawingKey, writeAfter } from '../../../state/drafts'
import { addReference, pickImageParameters } from '../../../state/drawing-actions'
import { focusPrompt } from '../../../state/focus-requests'
import { findTurn } from '../../../state/fold-chat'
import { readChat } from '../../../state/live-chat'
import { readParts } from '../../../state/turn-parts'
import { comparePictures, markToCompare, useLook } from '../look'
import { countOn } from './count-on'
import { findResult } from './list-pictures'
import { readVariation } from './read-variation'
import { toSteps } from './to-steps'

/** The next instruction changes this picture. */
export function editPicture({ conversationId, id }: Turn) {
  writeAfter(toDrawingKey(conversationId), id)
  focusPrompt()
}

/** The drawing goes on from this one; so does the next step, whatever was to be edited before. */
export function selectPicture({ conversationId, id }: Turn) {
  writeAfter(toDrawingKey(conversationId), undefined)
  if (!readChat(conversationId).branch.includes(id)) tellOutcome(switchTo(conversationId, id))
}

/** One more, with the same instruction, references and parameters, but a seed of its own. */
export function drawOneMore({ conversationId, id }: Turn, variations: readonly Turn[]) {
  tellOutcome(regenerateAnswer(conversationId, id, countOn(variations)))
}

/** One that brought nothing at all makes room for the new one; any other keeps its place beside it. */
export function tryAgain(turn: Turn) {
  const { conversationId, id } = turn
  const { pictures, text } = readVariation(turn)
  if (pictures.length > 0 || text) {
    tellOutcome(regenerateAnswer(conversationId, id, countOn(listBeside(turn), turn)))
  } else if (!replaced.has(id)) {
    replaced.add(id)
    tellOutcome(replaceAnswer(turn).finally(() => replaced.delete(id)))
  }
}

/** A double click asks for one new picture, not for two. */
const replaced = new Set<string>()

async function replaceAnswer({ conversationId, id }: Turn) {
  await regenerateAnswer(conversationId, id)
  await deleteTurn(conversationId, id)
  focusPrompt()
}

/** The variations of the same step, this one among them; those that are not here are left out. */
function listBeside({ conversationId, id }: Turn): Turn[] {
  const chat = readChat(conversationId)
  const step = toSteps(chat).find(({ variations }) => variations.includes(id))
  return (step?.variations ?? [id]).flatMap((each) => findTurn(chat, each) ?? [])
}

/** The last of its pictures, under the instruction's words. */
export function referTo(turn: Turn, title: string) {
  const picture = readVariation(turn).pictures.at(-1)
  if (picture) tellOutcome(addReference({ ...picture, name: title }))
}

/** The first is marked, the second opens both. */
export function compareWith(turn: Turn, find: (id: string) => Turn | undefined) {
  const { marked } = useLook.getState()
  const other = marked === null ? undefined : find(marked)
  if (marked === turn.id) return markToCompare(null)
  const first = other && findResult(other, find)
  const second = findResult(turn, find)
  if (first && second) comparePictures([first, second])
  else if (second) markToCompare(turn.id)
}

/** An image goes to the trash alone; a variation without one goes with all steps that follow it. */
export function deletePicture(turn: Turn) {
  tellOutcome(moveToTrash(turn))
}

async function moveToTrash(turn: Turn): Promise<void> {
  const { conversationId, id } = turn
  const { ids } = await desktop.library.deleteMade({ conversationId, turnId: id })
  if (ids.length === 0) return await remove(turn, 'Variation deleted')
  // The control that had the focus went with it.
  focusPrompt()
  toast(ids.length === 1 ? 'Image moved to trash' : `${ids.length} images moved to trash`, {
    action: { label: 'Undo', onClick: () => tellOutcome(desktop.library.restore({ ids })) },
  })
}

export function deleteStep(prompt: Turn) {
  tellOutcome(remove(prompt, 'Step deleted'))
}

async function remove({ conversationId, id }: Turn, told: string): Promise<void> {
  const { branch } = readChat(conversationId)
  const at = branch.indexOf(id)
  const follows = at >= 0 && at < branch.length - 1
  const restore = await deleteTurn(conversationId, id)
  // The control that had the focus went with it.
  focusPrompt()
  toast(told, {
    ...(follows
      ? { description: 'The steps that followed were deleted too. Their images are in the trash.' }
      : {}),
    action: { label: 'Undo', onClick: () => tellOutcome(restore()) },
  })
}

/** The step's instruction, references and parameters stand in the composer again, and so does what it edited. */
export async function reuseStep(prompt: Turn, { parameters }: Pick<Turn, 'parameters'>): Promise<void> {
  const written = await readParts(prompt.parts, toPriorAttachment)
  const key = toDrawingKey(prompt.conversationId)
  const old = replaceDraft(key, {
    ...written,
    parameters: parameters && pickImageParameters(parameters),
    columns: null,
    after: prompt.parentId,
  })
  // The menu gives the focus back to its button as it closes.
  requestAnimationFrame(focusPrompt)
  toast('The step stands in the composer.', {
    action: { label: 'Undo', onClick: () => void replaceDraft(key, old) },
  })
}
