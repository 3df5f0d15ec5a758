// The menu items for one item of the Library, or for several.
import {
  CircleMinus,
  Clapperboard,
  Columns2,
  Download,
  FileOutput,
  FileSearch,
  FileText,
  ImagePlus,
  LayoutGrid,
  type LucideIcon,
  Maximize2,
  Pencil,
  RotateCcw,
  Sparkles,
  SquareArrowOutUpRight,
  Tag,
  Trash2,
} from 'lucide-react'
import type { ItemKind, LibraryItem } from '#shared/schemas/library'
import { toastOutcome } from '../../../api/toast-outcome'
import type { MenuItem } from '../../../components/Menu'
import { listPictureFileActions } from '../../../media-viewer/picture-actions'
import { exportConversation, exportFormats } from '../../../state/chat-actions'
import { keysOf } from '../../../state/keymap'
import { toStarAction, toStarButton } from '../../../state/stars'
import { removeFromBoard } from '../boards/collections'
import { type ItemWithFile, toFileTitle } from '../describe-item'
import { changeView, useLibraryView } from '../library-view'
import {
  addAsReferences,
  copyTranscript,
  deleteItems,
  editImage,
  exportItems,
  isPicture,
  isTranscript,
  isVideo,
  locateItem,
  openInPanel,
  openItem,
  restoreItems,
  reuseImagePrompt,
  reuseVideoPrompt,
  type SelectedItems,
  startVideoFrom,
  toJobPanel,
} from './item-actions'

/** No model accepts more. */
const maxReferences = 16

/** For the context menu. */
export function listSelectionActions({ ids, items, isBin }: SelectedItems): MenuItem[] {
  if (isBin) {
    return [
      { name: 'Restore', icon: RotateCcw, onSelect: () => toastOutcome(restoreItems(ids)) },
      {
        name: 'Delete permanently…',
        icon: Trash2,
        ...keysOf('list.delete'),
        danger: true,
        hasSeparator: true,
        onSelect: () => changeView({ dialog: 'delete permanently' }),
      },
    ]
  }
  const [only] = ids.length === 1 ? items : []
  return [
    ...(only ? listForOne(only) : listForMany(ids, items)),
    { ...toStarAction(items, ids), ...keysOf('library.star'), hasSeparator: true },
    {
      name: 'Boards…',
      icon: LayoutGrid,
      onSelect: () => changeView({ dialog: 'boards' }),
    },
    ...listBoardActions(ids),
    {
      name: 'Tags…',
      icon: Tag,
      onSelect: () => changeView({ dialog: 'tags' }),
    },
    { name: 'Export…', icon: FileOutput, onSelect: () => exportItems(ids) },
    {
      name: 'Delete',
      icon: Trash2,
      ...keysOf('list.delete'),
      danger: true,
      hasSeparator: true,
      onSelect: () => toastOutcome(deleteItems(ids)),
    },
  ]
}

/** The viewer's buttons. `close` shows the next item, or nothing. The trash has no buttons. */
export function listViewerActions(
  item: ItemWithFile,
  { isBin, close, dismiss }: { isBin: boolean; close: () => void; dismiss: () => void },
): MenuItem[] {
  if (isBin) return []
  const { edit, reference } = toActions(item)
  const editing = [edit, reference].map((action) => ({
    ...action,
    onSelect: () => {
      dismiss()
      action.onSelect()
    },
  }))
  const remove = () => {
    close()
    toastOutcome(deleteItems([item.id]))
  }
  return [
    toStarButton(item),
    ...(isPicture(item) ? editing : []),
    { name: 'Delete', icon: Trash2, ...keysOf('list.delete'), danger: true, onSelect: remove },
  ]
}

/** While a board is open. */
function listBoardActions(ids: readonly string[]): MenuItem[] {
  const { board } = useLibraryView.getState().filters
  if (board === null) return []
  return [
    {
      name: 'Remove from board',
      icon: CircleMinus,
      onSelect: () => toastOutcome(removeFromBoard(board, ids)),
    },
  ]
}

/** The actions for one item that menus and the inspector share. */
function toActions(item: ItemWithFile) {
  const disabled = item.file === 'missing'
  const file = listPictureFileActions({ media: item.media, title: toFileTitle(item) })
  const isOpenable = (item.kind === 'image' ? item.conversationId : item.jobId) !== null
  return {
    view: { name: 'View full size', icon: Maximize2, keys: 'enter', onSelect: () => openItem(item) },
    open: {
      name: isPicture(item) ? 'Show in context' : `Open in ${toJobPanel(item)}`,
      icon: SquareArrowOutUpRight,
      disabled: !isOpenable,
      onSelect: () => toastOutcome(openInPanel(item)),
    },
    drawAgain: { name: 'Reuse prompt', icon: Sparkles, onSelect: () => toastOutcome(reuseImagePrompt(item)) },
    reusePrompt: {
      name: 'Reuse prompt',
      icon: Sparkles,
      onSelect: () => toastOutcome(reuseVideoPrompt(item)),
    },
    edit: {
      name: 'Edit',
      icon: Pencil,
      disabled,
      onSelect: () => toastOutcome(editImage(item)),
    },
    reference: {
      name: 'Use as reference',
      icon: ImagePlus,
      disabled,
      onSelect: () => toastOutcome(addAsReferences([item])),
    },
    video: {
      name: 'Use as first frame',
      icon: Clapperboard,
      disabled,
      onSelect: () => toastOutcome(startVideoFrom(item)),
    },
    copy: { ...file.copy, ...keysOf('list.copy'), disabled },
    copyText: {
      ...file.copy,
      name: 'Copy text',
      ...keysOf('list.copy'),
      disabled,
      onSelect: () => toastOutcome(copyTranscript(item)),
    },
    save: { ...file.save, disabled },
    saveWithPrompt: { ...file.saveWithPrompt, disabled },
    reveal: { ...file.reveal, disabled },
    locate: { name: 'Locate…', icon: FileSearch, onSelect: () => toastOutcome(locateItem(item)) },
    export: { name: 'Export…', icon: FileOutput, disabled, onSelect: () => exportItems([item.id]) },
  } satisfies Readonly<Record<string, MenuItem>>
}

function hasFile(item: LibraryItem): item is ItemWithFile {
  return isPicture(item) || isVideo(item) || isTranscript(item)
}

function toOpenAction(item: LibraryItem): MenuItem {
  const names: Partial<Record<ItemKind, string>> = {
    conversation: item.isSession ? 'Open session' : 'Open chat',
    embeddings: 'Open set',
  }
  return { name: names[item.kind] ?? 'Show in context', onSelect: () => toastOutcome(openInPanel(item)) }
}

function listForOne(item: LibraryItem): MenuItem[] {
  if (!hasFile(item)) {
    return [{ ...toOpenAction(item), icon: SquareArrowOutUpRight, keys: 'enter' }]
  }
  const { view, open, copy, copyText, save, reveal, locate, ...actions } = toActions(item)
  const file = item.file === 'missing' || item.file === 'changed' ? [reveal, locate] : [reveal]
  if (isPicture(item)) {
    const { edit, drawAgain, reference, video, saveWithPrompt } = actions
    return [
      view,
      open,
      edit,
      drawAgain,
      reference,
      video,
      { ...copy, hasSeparator: true },
      save,
      saveWithPrompt,
      ...file,
    ]
  }
  const saving = [{ ...save, hasSeparator: true }, ...file]
  if (isVideo(item)) return [view, open, actions.reusePrompt, ...saving]
  return [{ ...open, keys: 'enter' }, copyText, ...saving]
}

/** The wide buttons of the inspector: one opens the item, one reuses its prompt or text. `isKnown`: it has metadata. */
export function listMainActions(item: LibraryItem, isKnown: boolean): { open?: MenuItem; reuse?: MenuItem } {
  const { conversationId, jobId, kind } = item
  const canOpen = conversationId !== null || kind === 'embeddings'
  if (!hasFile(item)) return canOpen ? { open: toOpenAction(item) } : {}
  const { view, open, drawAgain, reusePrompt, copyText } = toActions(item)
  const disabled = !isKnown
  if (isPicture(item)) return { ...(canOpen && { open }), reuse: { ...drawAgain, disabled } }
  const reuse = isVideo(item) ? { ...reusePrompt, disabled } : copyText
  return { open: jobId === null ? view : open, reuse }
}

/** The icon buttons of the inspector, without Delete. */
export function listIconActions(item: LibraryItem): (MenuItem & { readonly icon: LucideIcon })[] {
  const disabled = item.file === 'missing'
  if (!hasFile(item)) {
    return [{ name: 'Export…', icon: Download, disabled, onSelect: () => exportItems([item.id]) }]
  }
  const { view, reference, copy, save, reveal } = toActions(item)
  if (isPicture(item)) return [reference, copy, save, reveal]
  return isVideo(item) ? [{ ...view, disabled }, save, reveal] : [save, reveal]
}

function listForMany(ids: readonly string[], items: readonly LibraryItem[]): MenuItem[] {
  const pictures = items.filter(isPicture)
  const [first, second] = pictures
  const available = pictures.filter(({ file }) => file !== 'missing')
  const compare = () => first && second && changeView({ compared: [first, second] })
  return [
    ...(ids.length === 2 && pictures.length === 2
      ? [{ name: 'Compare', icon: Columns2, onSelect: compare }]
      : []),
    ...(available.length > 0 && available.length <= maxReferences
      ? [
          {
            name: 'Use as references',
            icon: ImagePlus,
            onSelect: () => toastOutcome(addAsReferences(available)),
          },
        ]
      : []),
  ]
}

/** The actions of the More actions menu: those without a button. */
export function listMoreActions(item: LibraryItem): MenuItem[] {
  if (hasFile(item)) {
    const { saveWithPrompt, export: exportItem } = toActions(item)
    return isPicture(item) ? [saveWithPrompt, exportItem] : [exportItem]
  }
  const { conversationId } = item
  if (conversationId === null) return []
  return exportFormats.map(([format, name]) => ({
    name: `Export as ${name}…`,
    icon: FileText,
    onSelect: () => toastOutcome(exportConversation(conversationId, format)),
  }))
}
