// The actions of variations and steps, the menus that list them, and the overlays that they open.
import {
  Columns2,
  Crop,
  Expand,
  Images,
  Maximize2,
  Paintbrush,
  Pencil,
  RotateCcw,
  Square,
  Trash2,
} from 'lucide-react'
import { create } from 'zustand'
import type { Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { GeneratedImage } from '#shared/schemas/library'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import type { MenuItem } from '../../../components/Menu'
import type { ViewedPicture } from '../../../media-viewer/describe-picture'
import { listPictureFileActions } from '../../../media-viewer/picture-actions'
import { toPriorAttachment } from '../../../state/attachments'
import { deleteTurn, regenerateAnswer } from '../../../state/chat-actions'
import { useDrafts } from '../../../state/draft-store'
import { replaceDraft, toDrawingKey } from '../../../state/drafts'
import { addReference, pickImageParameters } from '../../../state/drawing-actions'
import { focusPrompt } from '../../../state/focus-requests'
import { findTurn } from '../../../state/fold-chat'
import { keysOf } from '../../../state/keymap'
import { readChat } from '../../../state/live-chat'
import { toStarAction, toStarButton } from '../../../state/stars'
import { readParts } from '../../../state/turn-parts'
import { toastUndo, unchanged } from '../../../state/undo'
import { type EditMode, openEditor, useEditor } from '../editor/editor-state'
import { findFinalPicture, findResult, findShownItem, readVariation, toSteps } from './drawing-steps'
import { editPicture } from './next-step'

interface VariationHandlers {
  /** The instruction. */
  readonly title: string
  readonly onOpen: () => void
  readonly onCompare: () => void
}

/** The context menu: first the actions that also have a button. */
export function listVariationActions(
  turn: Turn,
  { title, onOpen, onCompare }: VariationHandlers,
): MenuItem[] {
  const { conversationId, id } = turn
  if (turn.state === 'running') {
    const stop = () => toastOutcome(desktop.chat.stop({ conversationId, turnId: id }))
    return [{ name: 'Stop', icon: Square, ...keysOf('image.stop'), onSelect: stop }]
  }
  const edit = { name: 'Edit', icon: Pencil, ...keysOf('image.edit'), onSelect: () => editPicture(turn) }
  const [first, ...others] = listPictureActions(turn, title)
  return [
    ...(findFinalPicture(turn) ? [edit] : []),
    ...(readVariation(turn).pictures.length > 0
      ? [
          { name: 'View full size', icon: Maximize2, keys: 'enter', onSelect: onOpen },
          { name: 'Compare', icon: Columns2, ...keysOf('image.compare'), onSelect: onCompare },
        ]
      : []),
    ...(first ? [{ ...first, hasSeparator: true }] : []),
    ...others,
  ]
}

/** The menu of the “More actions” button. */
export function listPictureActions(turn: Turn, title: string): MenuItem[] {
  const { pictures } = readVariation(turn)
  const picture = pictures.at(-1)
  const again = { name: picture ? 'Regenerate' : 'Retry', icon: RotateCcw, onSelect: () => tryAgain(turn) }
  const remove = {
    name: pictures.length > 1 ? `Delete ${pictures.length} images` : 'Delete',
    icon: Trash2,
    ...keysOf('list.delete'),
    danger: true,
    hasSeparator: true,
    onSelect: () => deletePicture(turn),
  }
  if (!picture) return [again, remove]
  const { save, saveWithPrompt, copy, reveal } = listPictureFileActions({ media: picture.media, title })
  const refer = () => toastOutcome(addReference({ ...picture, name: title }))
  const item = findShownItem(turn)
  return [
    { ...save, ...keysOf('image.save') },
    saveWithPrompt,
    { ...copy, name: 'Copy image' },
    { ...reveal, name: 'Show in folder' },
    { name: 'Use as reference', icon: Images, hasSeparator: true, onSelect: refer },
    ...listAreaActions(turn, title),
    ...(item ? [toStarAction([item])] : []),
    again,
    remove,
  ]
}

/** Opens the editor with the image that the next step can edit; empty without one. */
function listAreaActions(turn: Turn, title: string): MenuItem[] {
  const picture = findFinalPicture(turn)
  if (!picture) return []
  const open = (mode: EditMode) => () => openEditor({ media: picture.media, title, turn }, mode)
  return [
    { name: 'Crop…', icon: Crop, onSelect: open('crop') },
    { name: 'Extend…', icon: Expand, onSelect: open('extend') },
    { name: 'Mark area…', icon: Paintbrush, onSelect: open('mark') },
  ]
}

/** Opens the editor with the tool that was used last. */
export function editArea(turn: Turn, title: string) {
  const picture = findFinalPicture(turn)
  if (picture) openEditor({ media: picture.media, title, turn }, useEditor.getState().mode)
}

interface ViewerActionsOptions {
  /** Shown after the picture is deleted; null closes the viewer. */
  readonly next: ViewedPicture | null
  /** The item that gets the star. */
  readonly item: GeneratedImage | undefined
}

/** The viewer's buttons. */
export function listViewerActions(
  { media, mimeType, title, turn }: ViewedPicture,
  { next, item }: ViewerActionsOptions,
): MenuItem[] {
  const closeAnd = (action: () => unknown) => () => {
    viewPicture(null)
    action()
  }
  const refer = closeAnd(() => toastOutcome(addReference({ media, mimeType, name: title })))
  const remove = (answer: Turn) => {
    if (!item) {
      viewPicture(next?.turn?.id === answer.id ? null : next)
      return deletePicture(answer)
    }
    // Only this one: the others of its response are viewed on their own.
    viewPicture(next)
    toastOutcome(deleteItems([item.id]))
  }
  return [
    ...(item ? [toStarButton(item)] : []),
    ...(turn && findFinalPicture(turn)?.media === media
      ? [
          { name: 'Edit', icon: Pencil, onSelect: closeAnd(() => editPicture(turn)) },
          {
            name: 'Crop, extend, or mark',
            icon: Crop,
            onSelect: closeAnd(() => editArea(turn, title)),
          },
        ]
      : []),
    { name: 'Use as reference', icon: Images, onSelect: refer },
    ...(turn ? [{ name: 'Delete', icon: Trash2, danger: true, onSelect: () => remove(turn) }] : []),
  ]
}

/** Draws another variation with the same instruction, references and parameters, but the next seed. */
export function drawOneMore({ conversationId, id }: Turn, variations: readonly Turn[]) {
  toastOutcome(regenerateAnswer(conversationId, id, withNextSeed(variations)))
}

/** Draws another variation; replaces this one if it has neither pictures nor text. */
export function tryAgain(turn: Turn) {
  const { conversationId, id } = turn
  const { pictures, text } = readVariation(turn)
  if (pictures.length > 0 || text) {
    toastOutcome(regenerateAnswer(conversationId, id, withNextSeed(listVariations(turn), turn)))
  } else if (!beingReplaced.has(id)) {
    beingReplaced.add(id)
    toastOutcome(replaceAnswer(turn).finally(() => beingReplaced.delete(id)))
  }
}

/** So that a double click draws one new picture, not two. */
const beingReplaced = new Set<string>()

async function replaceAnswer({ conversationId, id }: Turn) {
  await regenerateAnswer(conversationId, id)
  await deleteTurn(conversationId, id)
  focusPrompt()
}

/** All fetched variations of the same step. */
function listVariations({ conversationId, id }: Turn): Turn[] {
  const chat = readChat(conversationId)
  const step = toSteps(chat).find(({ variations }) => variations.includes(id))
  return (step?.variations ?? [id]).flatMap((each) => findTurn(chat, each) ?? [])
}

/** Marks the first picture; opens the comparison with the second one. */
export function compareWith(turn: Turn, find: (id: string) => Turn | undefined) {
  const { marked } = useViewerState.getState()
  const other = marked === null ? undefined : find(marked)
  if (marked === turn.id) return markToCompare(null)
  const first = other && findResult(other, find)
  const second = findResult(turn, find)
  if (first && second) comparePictures([first, second])
  else if (second) markToCompare(turn.id)
}

/** Moves its images to the trash, or deletes a variation without images together with the steps that follow it. */
export function deletePicture(turn: Turn) {
  toastOutcome(moveToTrash(turn))
}

async function moveToTrash(turn: Turn): Promise<void> {
  const { conversationId, id } = turn
  const { ids } = await desktop.library.deleteGenerated({ conversationId, turnId: id })
  if (ids.length === 0) return await remove(turn, 'Variation deleted')
  toastTrashed(ids)
}

async function deleteItems(ids: string[]): Promise<void> {
  await desktop.library.delete({ ids })
  toastTrashed(ids)
}

function toastTrashed(ids: string[]) {
  // The focused control has been removed.
  focusPrompt()
  const message = ids.length === 1 ? 'Image moved to trash' : `${ids.length} images moved to trash`
  toastUndo(message, () => desktop.library.restore({ ids }))
}

export function deleteStep(prompt: Turn) {
  toastOutcome(remove(prompt, 'Step deleted'))
}

async function remove({ conversationId, id }: Turn, message: string): Promise<void> {
  const { branch } = readChat(conversationId)
  const hasFollowing = branch.includes(id) && branch.at(-1) !== id
  const restore = await deleteTurn(conversationId, id)
  // The focused control has been removed.
  focusPrompt()
  const description = 'The steps that followed were deleted too. Their images are in the trash.'
  toastUndo(message, restore, hasFollowing ? { description } : {})
}

/** Copies the step's instruction, references, parameters and edited picture into the composer. */
export async function reuseStep(prompt: Turn, { parameters }: Pick<Turn, 'parameters'>): Promise<void> {
  const written = await readParts(prompt.parts, toPriorAttachment)
  const key = toDrawingKey(prompt.conversationId)
  const old = replaceDraft(key, {
    ...written,
    parameters: parameters && pickImageParameters(parameters),
    columns: null,
    after: prompt.parentId,
  })
  // Later, because the menu returns the focus to its button when it closes.
  requestAnimationFrame(focusPrompt)
  toastUndo('Prompt and settings restored', () => replaceDraft(key, old), {
    isPossible: unchanged(() => useDrafts.getState().drafts[key]),
  })
}

/** Copies the instruction of a variation into the composer. */
export function editPrompt({ conversationId, parentId, parameters }: Turn) {
  const prompt = parentId === null ? undefined : findTurn(readChat(conversationId), parentId)
  if (prompt) toastOutcome(reuseStep(prompt, { parameters }))
}

/** 32 bits; the next seed after it is the minimum (specification §2). */
const maxSeed = 2_147_483_647

/** The parameters of `like`, with a seed that no variation has; undefined if its parameters are not known. */
export function withNextSeed(
  variations: readonly Pick<Turn, 'parameters'>[],
  like = variations.at(-1),
): ChatParameters | undefined {
  const parameters = like?.parameters
  if (!parameters) return undefined
  const seed = findFreeSeed(variations.flatMap((variation) => variation.parameters?.seed ?? []))
  return parameters.seed === undefined || seed === undefined ? parameters : { ...parameters, seed }
}

/** The first free seed after the last one that was used. */
function findFreeSeed(used: readonly number[]): number | undefined {
  const usedSeeds = new Set(used)
  let seed = used.at(-1)
  while (seed !== undefined && usedSeeds.has(seed)) seed = seed === maxSeed ? -maxSeed - 1 : seed + 1
  return seed
}

interface ViewerState {
  /** The picture in the viewer. */
  readonly viewed: ViewedPicture | null
  /** The ID of the answer that is marked as the first to compare. */
  readonly marked: string | null
  readonly compared: readonly [ViewedPicture, ViewedPicture] | null
}

const closed: ViewerState = { viewed: null, marked: null, compared: null }

export const useViewerState = create<ViewerState>()(() => closed)

export function viewPicture(viewed: ViewedPicture | null) {
  useViewerState.setState({ viewed })
}

function markToCompare(turnId: string | null) {
  useViewerState.setState({ marked: turnId })
}

export function comparePictures(compared: ViewerState['compared']) {
  useViewerState.setState({ compared, marked: null })
}

export function closeViewer() {
  useViewerState.setState(closed)
}
