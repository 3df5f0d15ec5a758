// The composer of Chat: writes, sends, queues or compares prompts, and stops answers.
import { useMemo, useState } from 'react'
import type { ModelSummary } from '#shared/desktop/models-contract'
import type { Draft, UnansweredPrompt } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { hasResults } from '#shared/schemas/sent-turns'
import { parseTemplate } from '#shared/templates/prompt-template'
import { fitsWithoutHistory, type RequestSize } from '../../../attachments/SizeMeter'
import { Button } from '../../../components/Button'
import { formatBytes } from '../../../components/format'
import { isComposing, isPlainEnter, type PressedKey } from '../../../components/keyboard'
import { lazyComponent } from '../../../components/lazy-component'
import { Notice } from '../../../components/Notice'
import { PromptForm, useComposer, usePromptDraft, useSubmission } from '../../../composer/PromptForm'
import { ModelNotice, useModelIssue } from '../../../models/ModelNotice'
import { isForComposer } from '../../../models/model-issue'
import { useServer } from '../../../models/model-list'
import { readServedModel } from '../../../models/served-model'
import { chatKinds, useModels } from '../../../models/use-models'
import { useUnsaved } from '../../../notices/UnsavedNotice'
import { attachFiles, clearSent } from '../../../state/attachments'
import { comparePrompt, queuePrompt, sendPrompt } from '../../../state/chat-actions'
import { fitParameters, toDraftKey, toParts } from '../../../state/drafts'
import { isRunning } from '../../../state/fold-chat'
import { isCommandKey } from '../../../state/keymap'
import { useChat } from '../../../state/live-chat'
import {
  readParameters,
  readSelectedParameters,
  useBuiltInParameters,
  useConversationParameters,
  useParameters,
} from '../../../state/next-parameters'
import { useReplaced, useUnanswered } from '../../../state/sent-turns'
import { importOrAttach } from '../import/import-state'
import { editLastPrompt } from '../thread/turn-edits'
import { ColumnPickers } from './ColumnPickers'
import { ComposerBar } from './ComposerBar'
import type { ComposerDialog } from './ComposerDialogs'
import { LargePaste, recordPaste } from './LargePaste'
import { findUnsupported, useInvalidSetting } from './prompt-problems'
import {
  fillInstruction,
  fillVariables,
  findVariableProblem,
  type PromptVariables,
  readPromptVariables,
  saveSentInstruction,
} from './prompt-variables'
import { WindowNotice } from './TokenGauge'
import { VariableFields } from './VariableFields'

const ComposerDialogs = lazyComponent(async () => (await import('./ComposerDialogs')).ComposerDialogs)

export function Composer({ conversationId }: { conversationId: string | null }) {
  const key = toDraftKey(conversationId)
  const unanswered = useUnanswered(conversationId)
  const lastTurn = useChat(conversationId, ({ branch }) =>
    [...branch].reverse().find((id) => !unanswered.has(id)),
  )
  const prompt = usePromptDraft(key, conversationId, lastTurn)
  const { draft, uploads, size, limitMegabytes } = prompt
  const { models } = useModels()
  const running = useChat(conversationId, isRunning)
  const isSaving = useIsSaving(conversationId)
  const submission = useSubmission(key, conversationId)
  const [dialog, setDialog] = useState<ComposerDialog | null>(null)
  const invalid = useInvalidSetting(conversationId)
  const variables = usePromptVariables(conversationId, draft)
  const missing = findVariableProblem(variables)
  const [fillRequest, setFillRequest] = useState(0)
  const fill = () => setFillRequest((before) => before + 1)
  const { issue, selected } = useComposerIssue(conversationId)
  const unsupported = useUnsupported(conversationId, draft, models)
  const shown = invalid ?? unsupported
  const missingModel = issue?.type === 'none' ? `${issue.title}.` : undefined
  const blocker =
    shown ?? findSendBlocker({ draft, size, uploads: uploads.length, running, missing }) ?? missingModel
  const toSend = { draft, variables, running, models }
  return (
    <>
      <PromptForm
        prompt={prompt}
        // An invalid or unsupported setting is shown before the user tries to send.
        submission={shown ? { ...submission, isRejected: true } : submission}
        blocker={blocker}
        label="New prompt"
        placeholder={draft.columns ? 'Send a prompt to all models' : 'Ask anything'}
        className="max-w-[784px]"
        maxHeight="40vh"
        withoutFilesHint="start a new chat or branch from before them."
        droppable="the files"
        overlay={(count) => ({
          title: count > 1 ? `Attach ${count} files` : 'Attach file',
          text: `Images, audio, video, PDFs, and text files are attached to your prompt, up to ${limitMegabytes} MB per request. Exported chats are imported.`,
        })}
        notice={
          <>
            <ModelNotice issue={issue} model={selected} />
            <WindowNotice key={key} />
            <UnansweredNotice
              onSendBoth={() => {
                if (blocker === undefined)
                  submission.submit(() => send(conversationId, { ...toSend, unanswered: 'join' }))
                else submission.reject()
              }}
            />
            <LargePaste />
          </>
        }
        onPasteText={(text) => recordPaste(key, text)}
        head={<ColumnPickers />}
        ranges={useMemo(
          () => (!variables.isLiteral && draft.text.includes('{{') ? parseTemplate(draft.text).ranges : []),
          [variables.isLiteral, draft.text],
        )}
        fields={<VariableFields draftKey={key} prompt={variables} focusRequest={fillRequest} />}
        bar={
          <ComposerBar
            running={running}
            isStoppable={running && !isSaving}
            reason={blocker === missing ? missing : undefined}
            onDialog={setDialog}
          />
        }
        send={() => send(conversationId, toSend)}
        onFiles={(files) => importOrAttach(files, () => void attachFiles(key, files))}
        onShrink={(pictures) => setDialog({ kind: 'shrink', pictures })}
        readKey={(pressed) => {
          const action = readPromptKey(pressed, draft.text)
          if (action === 'send' && blocker && blocker === missing) return fill
          if (action === 'templates') return () => setDialog({ kind: 'choose' })
          return action === 'editLast' ? () => conversationId && editLastPrompt(conversationId) : action
        }}
      />
      {/* Outside the form, so that its key and submit events do not reach the prompt. */}
      {dialog && <ComposerDialogs draftKey={key} dialog={dialog} onChange={setDialog} onFill={fill} />}
    </>
  )
}

/** The problem with the model, if it is shown above the prompt. */
function useComposerIssue(conversationId: string | null) {
  const selected = useParameters(conversationId, () => readSelectedParameters(conversationId).model)
  const builtIn = useBuiltInParameters().model
  const issue = useModelIssue(selected, chatKinds)
  return { selected, issue: issue && isForComposer(issue, selected === builtIn) ? issue : null }
}

function useUnsupported(
  conversationId: string | null,
  { columns, attachments }: Draft,
  models: readonly ModelSummary[],
): string | undefined {
  const server = useServer()
  const own = useConversationParameters(conversationId)
  return useMemo(
    () => findUnsupported(server, { columns: columns ?? [own], attachments, models }),
    [server, columns, own, attachments, models],
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

function usePromptVariables(conversationId: string | null, draft: Draft): PromptVariables {
  const own = useConversationParameters(conversationId)
  const { text, values, columns } = draft
  return useMemo(
    () => readPromptVariables({ texts: [text], values }, columns ?? [own]),
    [text, values, columns, own],
  )
}

interface ToSend {
  readonly draft: Draft
  readonly variables: PromptVariables
  readonly running: boolean
  readonly models: readonly ModelSummary[]
  readonly unanswered?: UnansweredPrompt
}

/** Text typed while sending stays; if sending fails, the whole draft does. */
async function send(
  conversationId: string | null,
  { draft, variables, running, models, unanswered }: ToSend,
) {
  const parts = toParts({ ...draft, text: fillVariables(draft.text, variables) })
  const toSupported = (parameters: ChatParameters) =>
    fillInstruction(fitParameters(parameters, models), variables)
  const toSent = (column: ChatParameters) =>
    toSupported({ ...column, model: readServedModel(column.model, 'text') })
  const written = readParameters(conversationId)
  const parameters = toSupported(written)
  let sentTo = conversationId
  if (draft.columns && !running) {
    sentTo = await comparePrompt({ conversationId, parts, columns: draft.columns.map(toSent), unanswered })
  } else if (running && conversationId) await queuePrompt({ conversationId, parts, parameters })
  else sentTo = await sendPrompt({ conversationId, parts, parameters, unanswered })
  saveSentInstruction(conversationId, written, parameters)
  clearSent(toDraftKey(conversationId), draft, toDraftKey(sentTo))
}

type PromptKey = 'send' | 'editLast' | 'templates'

/** Enter sends, unless it selects a word in an input method. */
export function readPromptKey(pressed: PressedKey, text: string): PromptKey | null {
  if (isPlainEnter(pressed)) return 'send'
  const { key, shiftKey, altKey, ctrlKey, metaKey } = pressed
  if (isComposing(pressed) || text !== '') return null
  if (key === 'ArrowUp' && altKey && !shiftKey && !ctrlKey && !metaKey) return 'editLast'
  return isCommandKey(pressed, 'chat.template') ? 'templates' : null
}

interface PromptToSend {
  readonly draft: Pick<Draft, 'text' | 'attachments' | 'columns'>
  readonly size: RequestSize
  /** Number of files that are still being uploaded. */
  readonly uploads: number
  /** An answer is running: the prompt would be queued. */
  readonly running: boolean
  /** The problem of a variable, if any. */
  readonly missing?: string | undefined
}

/** Returns a message; empty if there is nothing to send yet, undefined if the draft can be sent. */
export function findSendBlocker({
  draft,
  size,
  uploads,
  running,
  missing,
}: PromptToSend): string | undefined {
  if (uploads > 0)
    return uploads === 1 ? 'Waiting for 1 file to attach' : `Waiting for ${uploads} files to attach`
  if (!draft.text.trim() && draft.attachments.length === 0) return ''
  if (size.isTooLarge) {
    const subject = fitsWithoutHistory(size) ? 'With the chat history, this prompt' : 'This prompt'
    return `${subject} is ${formatBytes(size.bytes)}. The request limit is ${formatBytes(size.limit)}.`
  }
  if (draft.columns && draft.columns.length < 2) return 'Choose at least two models to compare.'
  if (draft.columns && running) return 'Wait for the current response to finish before comparing.'
  return missing
}

/** Also shown for queued prompts, because the first of them is the next one. */
function UnansweredNotice({ onSendBoth }: { onSendBoth: () => void }) {
  const { conversationId, blocker } = useComposer()
  const isEmpty = blocker === ''
  const replaced = useReplaced(conversationId)
  const isQueued = useChat(conversationId, (chat) => (chat.conversation?.queued.length ?? 0) > 0)
  const isShown = replaced !== null && (!isEmpty || isQueued)
  return (
    <div role="status" className="empty:hidden">
      {isShown &&
        (hasResults(replaced) ? (
          <Notice
            tone="quiet"
            title="The last function results have no response. The next prompt is sent with them."
          />
        ) : (
          <Notice
            tone="quiet"
            title="Your last prompt has no response. The next one replaces it."
            actions={
              !isEmpty && (
                <Button size="small" onClick={onSendBoth}>
                  Send both
                </Button>
              )
            }
          />
        ))}
    </div>
  )
}
