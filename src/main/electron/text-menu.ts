// The operating system's context menu of text fields and selected text. A menu of the page's own takes precedence.
import { type BrowserWindow, type ContextMenuParams, Menu, type MenuItemConstructorOptions } from 'electron'
import { toDialogLabel } from '../dialog-labels'
import { listSpellingItems } from './spelling-items'

/** Opens by right click, by the menu key and by Shift+F10. */
export function openTextMenus(window: BrowserWindow): void {
  const { webContents } = window
  webContents.on('context-menu', (_event, params) => {
    const spelling = listSpellingItems(params, {
      replace: (word) => webContents.replaceMisspelling(word),
      learn: (word) => webContents.session.addWordToSpellCheckerDictionary(word),
    })
    const items = [...spelling, ...listTextItems(params)]
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window, x: params.x, y: params.y })
  })
}

/** Empty where there is neither a text field nor selected text. */
function listTextItems({
  isEditable,
  selectionText,
  editFlags,
}: ContextMenuParams): MenuItemConstructorOptions[] {
  const copy: MenuItemConstructorOptions = {
    role: 'copy',
    label: toDialogLabel('Copy'),
    enabled: editFlags.canCopy,
  }
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy]
  return [
    { role: 'undo', label: toDialogLabel('Undo'), enabled: editFlags.canUndo },
    { role: 'redo', label: toDialogLabel('Redo'), enabled: editFlags.canRedo },
    { type: 'separator' },
    { role: 'cut', label: toDialogLabel('Cut'), enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: toDialogLabel('Paste'), enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', label: toDialogLabel('Select all'), enabled: editFlags.canSelectAll },
  ]
}
