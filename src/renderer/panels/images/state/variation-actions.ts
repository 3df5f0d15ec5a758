// The actions of variations and steps, and the menus that list them.
import {
  Columns2,
  Copy,
  Download,
  FileDown,
  FolderOpen,
  Images,
  Maximize2,
  Pencil,
  RotateCcw,
  Square,
  Trash2,
} from 'lucide-react'
import { toast } from 'sonner'
import type { Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { desktop } from '../../../api/desktop'
import { tellOutcome } from '../../../api/tell-outcome'
import type { MenuItem } from '../../../components/MenuEntries'
import {
  copyPicture,
  revealPicture,
  savePicture,
  savePictureWithPrompt,
} from '../../../media-viewer/picture-actions'
import { toOldAttachment } from '../../../state/attachments'
import { deleteTurn, regenerateAnswer, stopAnswer, switchTo } from '../../../state/chat-verbs'
import { replaceDraft, toDrawingKey, writeAfter } from '../../../state/drafts'
import { takeAsReference } from '../../../state/draw-verbs'
import { findTurn } from '../../../state/fold-chat'
import { readChat } from '../../../state/live-chat'
import { wishToWrite } from '../../../state/prompt-focus'
import { readParts } from '../../../state/read-parts'
import { pickDrawing } from '../../../state/restore-making'
import { findFinalPicture, findResult, readVariation, toSteps } from './drawing-steps'
import { comparePictures, markToCompare, useLook } from './viewer-state'

interface PlacedVerbs {
  /** The instruction. */
  readonly title: string
  readonly onOpen: () => void
  readonly onCompare: () => void
}

/** All of it, for a right click: what has a button of its own stands first. */
export function listVariationActions(turn: Turn, { title, onOpen, onCompare }: PlacedVerbs): MenuItem[] {
  const { conversationId, id } = turn
  if (turn.state === 'running') {
    const stop = () => tellOutcome(stopAnswer(conversationId, id))
    return [{ name: 'Stop', icon: Square, keys: '.', onSelect: stop }]
  }
  const edit = { name: 'Edit this', icon: Pencil, keys: 'e', onSelect: () => editPicture(turn) }
  const [first, ...others] = listPictureActions(turn, title)
  return [
    ...(findFinalPicture(turn) ? [edit] : []),
    ...(readVariation(turn).pictures.length > 0
      ? [
          { name: 'Open', icon: Maximize2, keys: 'enter', onSelect: onOpen },
          { name: 'Compare', icon: Columns2, keys: 'c', onSelect: onCompare },
        ]
      : []),
    ...(first ? [{ ...first, apart: true }] : []),
    ...others,
  ]
}

/** What stands behind the button with the dots. */
export function listPictureActions(turn: Turn, title: string): MenuItem[] {
  const picture = readVariation(turn).pictures.at(-1)
  const again = { name: 'Try again', icon: RotateCcw, onSelect: () => tryAgain(turn) }
  const remove = {
    name: 'Delete',
    icon: Trash2,
    keys: 'delete',
    danger: true,
    apart: true,
    onSelect: () => deletePicture(turn),
  }
  if (!picture) return [again, remove]
  const file = { media: picture.media, title }
  return [
    { name: 'Save as…', icon: Download, keys: 's', onSelect: () => savePicture(file) },
    {
      name: 'Save a copy with the prompt inside…',
      icon: FileDown,
      onSelect: () => savePictureWithPrompt(file),
    },
    { name: 'Copy picture', icon: Copy, onSelect: () => copyPicture(file) },
    { name: 'Show in folder', icon: FolderOpen, onSelect: () => revealPicture(file) },
    { name: 'Use as reference', icon: Images, apart: true, onSelect: () => referTo(turn, title) },
    again,
    remove,
  ]
}

/** The next instruction changes this picture. */
export function editPicture({ conversationId, id }: Turn) {
  writeAfter(toDrawingKey(conversationId), id)
  wishToWrite()
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
  wishToWrite()
}

/** The variations of the same step, this one among them; those that are not here are left out. */
function listBeside({ conversationId, id }: Turn): Turn[] {
  const chat = readChat(conversationId)
  const step = toSteps(chat).find(({ variations }) => variations.includes(id))
  return (step?.variations ?? [id]).flatMap((each) => findTurn(chat, each) ?? [])
}

/** The last of its pictures, under the instruction's words. */
function referTo(turn: Turn, title: string) {
  const picture = readVariation(turn).pictures.at(-1)
  if (picture) tellOutcome(takeAsReference({ ...picture, name: title }))
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
  wishToWrite()
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
  wishToWrite()
  toast(told, {
    ...(follows
      ? { description: 'The steps that followed were deleted too. Their images are in the trash.' }
      : {}),
    action: { label: 'Undo', onClick: () => tellOutcome(restore()) },
  })
}

/** The step's instruction, references and parameters stand in the composer again, and so does what it edited. */
export async function reuseStep(prompt: Turn, { parameters }: Pick<Turn, 'parameters'>): Promise<void> {
  const written = await readParts(prompt.parts, toOldAttachment)
  const key = toDrawingKey(prompt.conversationId)
  const old = replaceDraft(key, {
    ...written,
    parameters: parameters && pickDrawing(parameters),
    columns: null,
    after: prompt.parentId,
  })
  // The menu gives the focus back to its button as it closes.
  requestAnimationFrame(wishToWrite)
  toast('The step stands in the composer.', {
    action: { label: 'Undo', onClick: () => void replaceDraft(key, old) },
  })
}

/** Of 32 bits; after it comes the least (specification §2). */
const largestSeed = 2_147_483_647

/** As `like`, or as the last of the step's variations; undefined where nothing is known of it. */
export function countOn(
  variations: readonly Pick<Turn, 'parameters'>[],
  like = variations.at(-1),
): ChatParameters | undefined {
  const parameters = like?.parameters
  if (!parameters) return undefined
  const seed = findFreeSeed(variations.flatMap((variation) => variation.parameters?.seed ?? []))
  return parameters.seed === undefined || seed === undefined ? parameters : { ...parameters, seed }
}

/** The first after the last one that was used. */
function findFreeSeed(used: readonly number[]): number | undefined {
  const taken = new Set(used)
  let seed = used.at(-1)
  while (seed !== undefined && taken.has(seed)) seed = seed === largestSeed ? -largestSeed - 1 : seed + 1
  return seed
}
