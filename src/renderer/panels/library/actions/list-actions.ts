// What the menus offer for one item of the Library, or for several.
import {
  Clapperboard,
  Columns2,
  Copy,
  Download,
  FileOutput,
  FileSearch,
  FileText,
  FolderOpen,
  ImagePlus,
  Maximize2,
  RotateCcw,
  Sparkles,
  SquareArrowOutUpRight,
  Tag,
  Trash2,
} from 'lucide-react'
import type { LibraryItem } from '#shared/schemas/library'
import { tellOutcome } from '../../../api/tell-outcome'
import type { MenuItem } from '../../../components/MenuEntries'
import {
  copyPicture,
  revealPicture,
  savePicture,
  savePictureWithPrompt,
} from '../../../media-viewer/picture-actions'
import { exportConversation, exportFormats } from '../../../state/chat-actions'
import { toFileTitle } from '../describe-item'
import { changeView } from '../library-view'
import { exportItems } from './export-items'
import {
  beginVideo,
  deleteItems,
  drawItemAgain,
  isPicture,
  locateItem,
  openInPanel,
  openItem,
  referTo,
  restoreItems,
} from './item-verbs'
import { copyTranscript, isTranscript, isVideo, reuseVideoPrompt, toJobPanel } from './job-verbs'

interface ChosenItems {
  readonly ids: readonly string[]
  /** Empty where there are too many of them to be read. */
  readonly items: readonly LibraryItem[]
  readonly isBin: boolean
}

/** More than any model takes. */
export const mostReferences = 16

/** Everything, for a right click. */
export function listChosenActions({ ids, items, isBin }: ChosenItems): MenuItem[] {
  if (isBin) {
    return [{ name: 'Restore', icon: RotateCcw, onSelect: () => tellOutcome(restoreItems(ids)) }]
  }
  const [only] = ids.length === 1 ? items : []
  return [
    ...(only ? listForOne(only) : listForMany(ids, items)),
    { name: 'Tags…', icon: Tag, apart: true, onSelect: () => changeView({ dialog: 'tags' }) },
    { name: 'Export…', icon: FileOutput, onSelect: () => void exportItems(ids) },
    {
      name: 'Delete',
      icon: Trash2,
      keys: 'delete',
      danger: true,
      apart: true,
      onSelect: () => tellOutcome(deleteItems(ids)),
    },
  ]
}

function listForOne(item: LibraryItem): MenuItem[] {
  if (isPicture(item)) return listForPicture(item)
  if (isVideo(item) || isTranscript(item)) return listForJobMade(item)
  return [{ name: 'Open', icon: SquareArrowOutUpRight, keys: 'enter', onSelect: () => openItem(item) }]
}

type KeptItem = LibraryItem & { readonly media: string }

function listForPicture(item: KeptItem): MenuItem[] {
  const disabled = item.file === 'missing'
  return [
    { name: 'View in large', icon: Maximize2, keys: 'enter', onSelect: () => openItem(item) },
    {
      name: 'Open',
      icon: SquareArrowOutUpRight,
      disabled: item.conversationId === null,
      onSelect: () => tellOutcome(openInPanel(item)),
    },
    { name: 'Draw again', icon: Sparkles, onSelect: () => tellOutcome(drawItemAgain(item)) },
    { name: 'Use as reference', icon: ImagePlus, disabled, onSelect: () => tellOutcome(referTo([item])) },
    { name: 'Begin a video', icon: Clapperboard, disabled, onSelect: () => tellOutcome(beginVideo(item)) },
    { name: 'Copy', icon: Copy, keys: 'mod+c', apart: true, disabled, onSelect: () => copyPicture(item) },
    { name: 'Save as…', icon: Download, disabled, onSelect: () => savePicture(item) },
    toPromptCopy(item),
    ...listForFile(item),
  ]
}

function listForJobMade(item: KeptItem): MenuItem[] {
  const disabled = item.file === 'missing'
  const isFilm = isVideo(item)
  return [
    ...(isFilm
      ? [{ name: 'View in large', icon: Maximize2, keys: 'enter', onSelect: () => openItem(item) } as const]
      : []),
    {
      name: `Open in ${toJobPanel(item)}`,
      icon: SquareArrowOutUpRight,
      disabled: item.jobId === null,
      ...(!isFilm && { keys: 'enter' as const }),
      onSelect: () => tellOutcome(openInPanel(item)),
    },
    isFilm
      ? { name: 'Reuse prompt', icon: Sparkles, onSelect: () => tellOutcome(reuseVideoPrompt(item)) }
      : {
          name: 'Copy text',
          icon: Copy,
          keys: 'mod+c',
          disabled,
          onSelect: () => tellOutcome(copyTranscript(item)),
        },
    {
      name: 'Save as…',
      icon: Download,
      apart: true,
      disabled,
      onSelect: () => savePicture({ ...item, title: toFileTitle(item) }),
    },
    ...listForFile(item),
  ]
}

function listForFile(item: KeptItem): MenuItem[] {
  const disabled = item.file === 'missing'
  const isTroubled = disabled || item.file === 'changed'
  return [
    { name: 'Reveal in folder', icon: FolderOpen, disabled, onSelect: () => revealPicture(item) },
    ...(isTroubled
      ? [{ name: 'Locate…', icon: FileSearch, onSelect: () => tellOutcome(locateItem(item)) }]
      : []),
  ]
}

function listForMany(ids: readonly string[], items: readonly LibraryItem[]): MenuItem[] {
  const pictures = items.filter(isPicture)
  const [first, second] = pictures
  const here = pictures.filter(({ file }) => file !== 'missing')
  const compare = () => first && second && changeView({ compared: [first, second] })
  return [
    ...(ids.length === 2 && pictures.length === 2
      ? [{ name: 'Compare', icon: Columns2, onSelect: compare }]
      : []),
    ...(here.length > 0 && here.length <= mostReferences
      ? [{ name: 'Use as references', icon: ImagePlus, onSelect: () => tellOutcome(referTo(here)) }]
      : []),
  ]
}

/** Behind the button with the dots: what has no button of its own. */
export function listFurtherActions(item: LibraryItem): MenuItem[] {
  const { id, file, conversationId } = item
  if (isPicture(item)) {
    const disabled = file === 'missing'
    return [
      toPromptCopy(item),
      { name: 'Export…', icon: FileOutput, disabled, onSelect: () => void exportItems([id]) },
    ]
  }
  if (isVideo(item) || isTranscript(item)) {
    const disabled = file === 'missing'
    return [{ name: 'Export…', icon: FileOutput, disabled, onSelect: () => void exportItems([id]) }]
  }
  if (conversationId === null) return []
  return exportFormats.map(([format, name]) => ({
    name: `Export as ${name}…`,
    icon: FileText,
    onSelect: () => tellOutcome(exportConversation(conversationId, format)),
  }))
}

function toPromptCopy(item: LibraryItem & { media: string }): MenuItem {
  return {
    name: 'Save a copy with the prompt inside…',
    icon: FileText,
    disabled: item.file === 'missing',
    onSelect: () => savePictureWithPrompt(item),
  }
}
