// Opens a new chat with a transcript as an attached file and a prompt for it, or as text in the prompt.

import { attachFiles } from '../../../state/attachments'
import { addAttachment, readDraft, removeAttachment, toDraftKey, writeText } from '../../../state/drafts'
import { openConversation } from '../../../state/navigation'
import { toastUndo } from '../../../state/undo'

/** By their names in the menu; an empty prompt only attaches the file. */
export const chatPrompts: readonly (readonly [name: string, prompt: string])[] = [
  ['Summarize', 'Summarize the attached transcript in a few paragraphs. Start with the main point.'],
  [
    'Write show notes',
    'Write show notes for the attached transcript: a title, a description of two sentences, and a list of the topics in order.',
  ],
  [
    'List action items',
    'List the action items in the attached transcript: what is to be done, by whom, and by when. If there aren’t any, say so.',
  ],
  ['Attach only', ''],
]

/** After the draft of the new chat. `name` is that of the audio file. */
export async function attachToNewChat(text: string, name: string, prompt: string): Promise<void> {
  const key = toDraftKey(null)
  const file = new File([text], `${name.replace(/(?<=.)\.[a-z0-9]{2,5}$/i, '')}.txt`, { type: 'text/plain' })
  const { text: before, attachments } = readDraft(key)
  const undoText = addText(key, prompt)
  openConversation(null)
  let attachedId = ''
  await attachFiles(key, [file], {
    receive(attachment) {
      attachedId = attachment.id
      addAttachment(key, attachment)
    },
  })
  if (before === '' && attachments.length === 0) return
  const undo = () => {
    undoText()
    removeAttachment(key, attachedId)
  }
  toastAdded(undo)
}

/** For models that don’t read files. */
export function insertIntoNewChat(text: string) {
  const key = toDraftKey(null)
  const { text: before } = readDraft(key)
  const undo = addText(key, text)
  openConversation(null)
  if (before) toastAdded(undo)
}

/** Returns an undo function, which keeps what was typed since. */
function addText(key: string, text: string): () => void {
  const { text: before } = readDraft(key)
  const joined = [before, text].filter(Boolean).join('\n\n')
  writeText(key, joined)
  return () => {
    const { text: now } = readDraft(key)
    if (now.startsWith(joined)) writeText(key, before + now.slice(joined.length))
  }
}

function toastAdded(undo: () => void) {
  toastUndo('Transcript added to your draft in the new chat', undo)
}
