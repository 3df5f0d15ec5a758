// Removes an attachment from a draft; a toast and Ctrl+Z (⌘Z) bring it back.
import { useEffect } from 'react'
import { toast } from 'sonner'
import type { Attachment } from '#shared/schemas/draft'
import { addAttachment, removeAttachment } from '../state/drafts'
import { focusPrompt } from '../state/focus-requests'
import { describeAttachment } from './describe-attachment'

interface UndoEntry {
  /** Of the draft. */
  readonly key: string
  readonly putBack: () => void
}

/** The newest last. */
const waysBack: UndoEntry[] = []

export function detachFile(key: string, attachment: Attachment) {
  const at = removeAttachment(key, attachment.id)
  const putBack = () => {
    const place = waysBack.indexOf(wayBack)
    if (place < 0) return
    waysBack.splice(place, 1)
    addAttachment(key, attachment, at)
    // The message goes, and would take the focus with it.
    if (document.activeElement?.closest('[data-sonner-toaster]')) focusPrompt()
    toast.dismiss(message)
  }
  const wayBack = { key, putBack }
  waysBack.push(wayBack)
  const { name } = describeAttachment(attachment)
  const message = toast(`${name} was removed.`, { action: { label: 'Undo', onClick: putBack } })
}

/** The last one that was taken out of this draft; answers whether there was one. */
function undoLastDetach(key: string): boolean {
  const wayBack = waysBack.filter((each) => each.key === key).at(-1)
  wayBack?.putBack()
  return wayBack !== undefined
}

const texts = 'input, textarea, [contenteditable="true"], [role="dialog"]'

/** Ctrl+Z (⌘Z) restores a removed attachment, unless the focus is in a text, which has an undo of its own. */
export function useUndoKey(draftKey: string) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event
      if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey) return
      if (target instanceof Element && target.closest(texts)) return
      if (undoLastDetach(draftKey)) event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [draftKey])
}
