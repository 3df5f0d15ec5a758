// The composer of Chat: a prompt is written, sent, queued or compared, and its answer stopped.
import { useState } from 'react'
import type { ModelSummary } from '#shared/desktop/contract'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Draft } from '#shared/schemas/draft'
import { PromptForm } from '../../../composer/PromptForm'
import { usePromptDraft, useSubmission } from '../../../composer/use-prompt'
import { useUnsaved } from '../../../notices/UnsavedNotice'
import { attachFiles } from '../../../state/attachments'
import { comparePrompt, queuePrompt, sendPrompt } from '../../../state/chat-actions'
import { clearDraft, fitParameters, toDraftKey, toParts } from '../../../state/drafts'
import { isRunning } from '../../../state/fold-chat'
import { useChat } from '../../../state/live-chat'
import { readParameters } from '../../../state/next-parameters'
import { useModels } from '../../../state/use-models'
import { ColumnPickers } from './ColumnPickers'
import { ComposerBar } from './ComposerBar'
import { type ComposerDialog, ComposerDialogs } from './ComposerDialogs'
import { editLastPrompt, findSendBlocker, readPromptKey } from './prompt-rules'

export function Composer({ conversationId }: { conversationId: string | null }) {
  const key = toDraftKey(conversationId)
  const lastTurn = useChat(conversationId, (chat) => chat.branch.at(-1))
  const prompt = usePromptDraft(key, conversationId, lastTurn)
  const { draft, uploads, size, limitMegabytes } = prompt
  const { models } = useModels()
  const running = useChat(conversationId, isRunning)
  const isSaving = useIsSaving(conversationId)
  const submission = useSubmission(key, conversationId)
  const [dialog, setDialog] = useState<ComposerDialog | null>(null)
  const blocker = findSendBlocker({ draft, size, uploads: uploads.length, running })
  return (
    <>
      <PromptForm
        prompt={prompt}
        submission={submission}
        blocker={blocker}
        label="Write a prompt"
        placeholder={draft.columns ? 'Ask them the same' : 'Ask something'}
        className="max-w-[784px]"
        maxHeight="40vh"
        wayOut="a new chat, or a branch from before them, begins without."
        droppable="the files in it"
        overlay={(count) => ({
          title: count > 1 ? `Attach ${count} files` : 'Attach the file',
          text: `Pictures, sound, video, PDF and text go to the prompt you are writing. A request holds ${limitMegabytes} MB.`,
        })}
        head={<ColumnPickers />}
        bar={
          <ComposerBar
            size={draft.attachments.length > 0 ? size : null}
            running={running}
            isStoppable={running && !isSaving}
            sending={submission.isSending}
            blocker={blocker}
            onDialog={setDialog}
            onStop={submission.stop}
          />
        }
        send={() => send(conversationId, { draft, running, models })}
        onFiles={(files) => void attachFiles(key, files)}
        onShrink={(pictures) => setDialog({ kind: 'shrink', pictures })}
        readKey={(pressed) => {
          const action = readPromptKey(pressed, draft.text)
          if (action === 'templates') return () => setDialog({ kind: 'choose' })
          return action === 'editLast' ? () => conversationId && editLastPrompt(conversationId) : action
        }}
      />
      {/* Outside the form: its key and submit events are not those of the prompt. */}
      <ComposerDialogs draftKey={key} dialog={dialog} onChange={setDialog} />
    </>
  )
}

/** The answer is complete and only being saved: the next prompt is queued, and there is nothing to stop. */
function useIsSaving(conversationId: string | null): boolean {
  const pending = useUnsaved()?.pending ?? []
  return useChat(
    conversationId,
    (chat) => chat.running.size === 0 && pending.some(({ owner }) => chat.turns.has(owner)),
  )
}

interface ToSend {
  readonly draft: Draft
  readonly running: boolean
  readonly models: readonly ModelSummary[]
}

/** What was typed meanwhile stays; if sending fails, all of it does. */
async function send(conversationId: string | null, { draft, running, models }: ToSend) {
  const parts = toParts(draft)
  const toFitting = (parameters: ChatParameters) => fitParameters(parameters, models)
  const parameters = toFitting(readParameters(conversationId))
  if (draft.columns && !running) {
    await comparePrompt({ conversationId, parts, columns: draft.columns.map(toFitting) })
  } else if (running && conversationId) await queuePrompt({ conversationId, parts, parameters })
  else await sendPrompt({ conversationId, parts, parameters })
  clearDraft(toDraftKey(conversationId), draft)
}
