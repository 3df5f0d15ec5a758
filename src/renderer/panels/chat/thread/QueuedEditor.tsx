// Edits a queued prompt in place. Until the editing ends, the queue waits at this prompt.
import { useMutation } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { QueuedPrompt } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { focusPromptIfLost } from '../../../state/focus-requests'
import { useEditVariables } from '../composer/prompt-variables'
import { isCode } from './is-code'
import { MessageEditor } from './MessageEditor'
import { moveToComposer } from './queued-actions'
import { discardEdit, endEdit, readTexts, toEditKey, writeTexts } from './turn-edits'
import { requestFocus } from './turn-view'

interface QueuedEditorProps {
  readonly conversationId: string
  readonly prompt: QueuedPrompt
  readonly texts: readonly string[]
}

export function QueuedEditor({ conversationId, prompt, texts }: QueuedEditorProps) {
  const { id, parts } = prompt
  const original = useMemo(() => readTexts(parts), [parts])
  // Its system instruction was filled when it was queued.
  const variables = useEditVariables(toEditKey(id), { conversationId, original, texts })
  const queued = { conversationId, queuedId: id }
  useEffect(() => {
    // Also for an edit that was open when the application was closed.
    toastOutcome(desktop.chat.holdQueued({ conversationId, queuedId: id }))
  }, [conversationId, id])
  const end = async () => {
    requestFocus(id, 'edit')
    await desktop.chat.releaseQueued(queued)
    // The prompt may have been sent.
    focusPromptIfLost()
  }
  const saving = useMutation({
    mutationFn: async (edited: Part[]) => {
      await desktop.chat.editQueued({ ...queued, parts: edited })
      endEdit(id)
      await end()
    },
  })
  return (
    <MessageEditor
      id={id}
      label="Edit queued prompt"
      from="user"
      parts={parts}
      texts={texts}
      areCode={useMemo(
        () => original.map((text) => isCode({ role: 'user', parameters: null }, text)),
        [original],
      )}
      variables={variables}
      hint="It keeps its place in the queue."
      isSaving={saving.isPending}
      error={saving.error}
      saveLabel="Save"
      onSave={saving.mutate}
      onCancel={() => {
        discardEdit(id, texts, original)
        toastOutcome(end())
      }}
      actions={
        <Button
          size="small"
          variant="quiet"
          onClick={() =>
            toastOutcome(moveToComposer(conversationId, { ...prompt, parts: writeTexts(parts, texts) }))
          }
        >
          Move to composer
        </Button>
      }
    />
  )
}
