// What the menus of a variation offer.
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
import type { Turn } from '#shared/schemas/chat'
import { tellOutcome } from '../../../api/tell-outcome'
import type { MenuItem } from '../../../components/MenuEntries'
import {
  copyPicture,
  revealPicture,
  savePicture,
  savePictureWithPrompt,
} from '../../../media-viewer/picture-actions'
import { stopAnswer } from '../../../state/chat-actions'
import { findFinalPicture, readVariation } from './read-variation'
import { deletePicture, editPicture, referTo, tryAgain } from './variation-verbs'

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
