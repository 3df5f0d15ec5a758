// After a large text was pasted into the prompt: offers to send it as a text file instead.
import { FileText, X } from 'lucide-react'
import { Button } from '../../../components/Button'
import { formatCount } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { Notice } from '../../../components/Notice'
import { useComposer } from '../../../composer/PromptForm'
import { attachFiles } from '../../../state/attachments'
import { clearInputs, saveInput, useDrafts } from '../../../state/draft-store'
import { addAttachment, readDraft, removeAttachment, writeText } from '../../../state/drafts'
import { focusPrompt } from '../../../state/focus-requests'
import { toastUndo } from '../../../state/undo'

/** In characters, a few pages. */
const minLength = 8_000

/** Of the last large text pasted into a draft, until the offer is accepted or dismissed. */
const toPasteKey = (draftKey: string) => `paste ${draftKey}`

/** The text itself is pasted as usual. */
export function recordPaste(draftKey: string, text: string) {
  // A text field has no carriage returns.
  const pasted = text.replace(/\r\n?/g, '\n')
  if (pasted.length >= minLength) saveInput(toPasteKey(draftKey), pasted)
}

/** Renders nothing once the pasted text is changed, removed, or sent. */
export function LargePaste() {
  const {
    draftKey,
    draft: { text },
  } = useComposer()
  const pasted = useDrafts(({ texts }) => texts[toPasteKey(draftKey)])
  const isOffered = pasted !== undefined && text.includes(pasted)
  return (
    <div role="status" className="empty:hidden">
      {isOffered && (
        <Notice
          tone="quiet"
          title={`${formatCount(pasted.length)} characters pasted`}
          actions={
            <>
              <Button
                size="small"
                onClick={() => {
                  clearInputs(toPasteKey(draftKey))
                  focusPrompt()
                  void attachPaste(draftKey, pasted)
                }}
              >
                <FileText size={14} aria-hidden="true" />
                Attach as text file
              </Button>
              <IconButton
                size="small"
                label="Dismiss"
                icon={X}
                onClick={() => {
                  clearInputs(toPasteKey(draftKey))
                  focusPrompt()
                }}
              />
            </>
          }
        />
      )}
    </div>
  )
}

/** The text leaves the prompt when the file is attached: if that fails, nothing is lost. */
async function attachPaste(draftKey: string, pasted: string): Promise<void> {
  const { attachments } = readDraft(draftKey)
  const names = new Set(
    attachments.flatMap((attachment) => (attachment.kind === 'file' ? attachment.name : [])),
  )
  let name = 'Pasted text.txt'
  for (let count = 2; names.has(name); count += 1) name = `Pasted text ${count}.txt`
  await attachFiles(draftKey, [new File([pasted], name, { type: 'text/plain' })], {
    receive: (attachment) => {
      addAttachment(draftKey, attachment)
      const at = readText(draftKey).indexOf(pasted)
      if (at >= 0) changeText(draftKey, (text) => text.slice(0, at) + text.slice(at + pasted.length))
      const undo = () => {
        removeAttachment(draftKey, attachment.id)
        if (at >= 0) changeText(draftKey, (text) => text.slice(0, at) + pasted + text.slice(at))
        focusPrompt()
      }
      // Not once it was sent.
      const isPossible = () => readDraft(draftKey).attachments.some(({ id }) => id === attachment.id)
      toastUndo(`Pasted text attached as “${name}”`, undo, { isPossible })
    },
  })
}

function readText(draftKey: string): string {
  return readDraft(draftKey).text
}

function changeText(draftKey: string, change: (text: string) => string) {
  writeText(draftKey, change(readText(draftKey)))
}
