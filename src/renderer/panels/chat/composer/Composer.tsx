// Where a prompt is written, with all that goes along with it, sent, queued, and its answer stopped.
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { defaultGatewayLimits } from '#shared/schemas/settings'
import { queries } from '../../../api/desktop'
import { AttachmentList, useArriving } from '../../../attachments/AttachmentList'
import { DropVeil } from '../../../attachments/DropOverlay'
import { PromptNotices } from '../../../attachments/PromptNotices'
import { measureTravel, useHistorySize } from '../../../attachments/request-size'
import { type Dropped, useFileIntake } from '../../../attachments/use-file-drop'
import { TextArea } from '../../../components/TextArea'
import { useUnsaved } from '../../../notices/UnsavedNotice'
import { attachFiles, refuseFile } from '../../../state/attachments'
import { readDraft, toDraftKey, useDrafts, writeText } from '../../../state/drafts'
import { useFocusRequests } from '../../../state/focus-requests'
import { isRunning } from '../../../state/fold-chat'
import { useChat } from '../../../state/live-chat'
import { readParameters } from '../../../state/next-parameters'
import { useModels } from '../use-models'
import { ColumnPickers } from './ColumnPickers'
import { ComposerBar } from './ComposerBar'
import { type ComposerDialog, ComposerDialogs } from './ComposerDialogs'
import { editLastPrompt, findObstacle, readPromptKey } from './prompt-rules'
import { useSending } from './use-sending'

/** Nothing is generated any more, only saved: the next prompt waits, and there's nothing to stop. */
function useIsSaving(conversationId: string | null): boolean {
  const pending = useUnsaved()?.pending ?? []
  return useChat(
    conversationId,
    (chat) => chat.running.size === 0 && pending.some(({ owner }) => chat.turns.has(owner)),
  )
}

export function Composer({ conversationId }: { conversationId: string | null }) {
  const key = toDraftKey(conversationId)
  const draft = useDrafts(({ drafts }) => readDraft(drafts, key))
  const arriving = useArriving(key)
  const { models } = useModels()
  const running = useChat(conversationId, isRunning)
  const isSaving = useIsSaving(conversationId)
  const { data: settings } = useQuery(queries.settings.read.queryOptions())
  const limitMegabytes = (settings?.limits ?? defaultGatewayLimits).jsonMegabytes
  const last = useChat(conversationId, (chat) => chat.branch.at(-1))
  const before = useHistorySize(conversationId, draft.attachments.length > 0 ? last : undefined)
  const size = measureTravel(draft, { before, limitMegabytes })
  const { sending, error, isRefused, send, stop, refuse, forgive } = useSending(conversationId, running)
  const [dialog, setDialog] = useState<ComposerDialog | null>(null)
  const form = useRef<HTMLFormElement>(null)

  const wishes = useFocusRequests((state) => state.prompt)
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a conversation calls for the focus.
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [conversationId, wishes])

  const attach = ({ files, folders }: Dropped) => {
    void attachFiles(key, files)
    for (const name of folders) refuseFile(key, `${name} is a folder: drop the files in it instead.`)
  }
  const { hovering, paste } = useFileIntake(form, attach)
  const obstacle = findObstacle({ draft, size, arriving: arriving.length, running })
  const submit = () => {
    if (obstacle === undefined) send({ draft, parameters: readParameters(conversationId), models })
    else if (obstacle) refuse()
  }
  const pressKey = (event: KeyboardEvent) => {
    const { isComposing, keyCode } = event.nativeEvent
    const { key: pressed, shiftKey, altKey, ctrlKey, metaKey } = event
    const meaning = readPromptKey(
      { key: pressed, shiftKey, altKey, ctrlKey, metaKey, isComposing, keyCode },
      draft.text,
    )
    if (!meaning) return
    event.preventDefault()
    if (meaning === 'send') submit()
    else if (meaning === 'templates') setDialog({ kind: 'choose' })
    else if (conversationId) editLastPrompt(conversationId)
  }
  return (
    <>
      <form
        ref={form}
        aria-label="Write a prompt"
        className="@container mx-auto flex min-h-0 w-full max-w-[784px] flex-col gap-2 px-6 pb-4 short:pb-2"
        onPaste={paste}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <PromptNotices
          draftKey={key}
          draft={draft}
          error={isRefused ? obstacle || null : error}
          size={size}
          wayOut="a new chat, or a branch from before them, begins without."
          onShrink={(pictures) => setDialog({ kind: 'shrink', pictures })}
        />
        <div className="flex min-h-0 flex-col rounded-xl border border-line-strong bg-raised transition-colors focus-within:border-accent">
          <div className="min-h-0 overflow-y-auto rounded-t-xl">
            <ColumnPickers />
            <AttachmentList
              draftKey={key}
              attachments={draft.attachments}
              arriving={arriving}
              onShrink={(one) => one.kind === 'file' && setDialog({ kind: 'shrink', pictures: [one] })}
            />
            <TextArea
              bare
              aria-label="Prompt"
              placeholder={draft.columns ? 'Ask them the same' : 'Ask something'}
              rows={1}
              maxHeight="40vh"
              value={draft.text}
              onChange={(event) => {
                forgive()
                writeText(key, event.target.value)
              }}
              onKeyDown={pressKey}
              className="px-4 pt-3 pb-1 text-[14px] leading-6 outline-none short:max-h-none!"
            />
          </div>
          <ComposerBar
            size={draft.attachments.length > 0 ? size : null}
            running={running}
            isStoppable={running && !isSaving}
            sending={sending}
            obstacle={obstacle}
            onDialog={setDialog}
            onStop={stop}
          />
        </div>
        {hovering && (
          <DropVeil
            hovering={hovering}
            title={hovering.count > 1 ? `Attach ${hovering.count} files` : 'Attach the file'}
          >
            {`Pictures, sound, video, PDF and text go to the prompt you are writing. A request holds ${limitMegabytes} MB.`}
          </DropVeil>
        )}
      </form>
      {/* Outside the form: what is typed and sent there is no business of the prompt's. */}
      <ComposerDialogs draftKey={key} dialog={dialog} onChange={setDialog} />
    </>
  )
}
