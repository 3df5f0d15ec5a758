// Takes an attachment out of a draft, with a way back.
import { toast } from 'sonner'
import type { Attachment } from '#shared/schemas/draft'
import { addAttachment, removeAttachment } from '../state/drafts'
import { wishToWrite } from '../state/prompt-focus'
import { describeAttachment } from './describe-attachment'

interface WayBack {
  /** Of the draft. */
  readonly key: string
  readonly putBack: () => void
}

/** The newest last. */
const waysBack: WayBack[] = []

export function detachFile(key: string, attachment: Attachment) {
  const at = removeAttachment(key, attachment.id)
  const putBack = () => {
    const place = waysBack.indexOf(wayBack)
    if (place < 0) return
    waysBack.splice(place, 1)
    addAttachment(key, attachment, at)
    // The message goes, and would take the focus with it.
    if (document.activeElement?.closest('[data-sonner-toaster]')) wishToWrite()
    toast.dismiss(told)
  }
  const wayBack = { key, putBack }
  waysBack.push(wayBack)
  const { name } = describeAttachment(attachment)
  const told = toast(`${name} was removed.`, { action: { label: 'Undo', onClick: putBack } })
}

/** The last one that was taken out of this draft; answers whether there was one. */
export function putBackLast(key: string): boolean {
  const wayBack = waysBack.filter((each) => each.key === key).at(-1)
  wayBack?.putBack()
  return wayBack !== undefined
}
