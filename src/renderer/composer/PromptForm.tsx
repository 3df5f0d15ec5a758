// The form of a composer, shared by Chat and Images: notices, attachments, prompt and bar; the state of its draft and
// of its submission.
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Attachment, Draft } from '#shared/schemas/chat'
import { defaultGatewayLimits } from '#shared/schemas/fixed-values'
import { describeError } from '../api/describe-error'
import { desktop, queries } from '../api/desktop'
import { AttachmentList, useUploads } from '../attachments/AttachmentList'
import { DropOverlay, type Dropped, useDropAndPaste } from '../attachments/DropOverlay'
import {
  fitsWithoutHistory,
  measureRequest,
  type RequestSize,
  useHistorySize,
} from '../attachments/SizeMeter'
import { Button } from '../components/Button'
import { bottomBar } from '../components/bottom-bar'
import { formatBytes } from '../components/format'
import { IconButton } from '../components/IconButton'
import { joinClasses } from '../components/join-classes'
import type { PressedKey } from '../components/keyboard'
import { MarkedTextArea } from '../components/MarkedTextArea'
import { Notice } from '../components/Notice'
import { dismissRejections, rejectFile, type UploadingFile, useAttachments } from '../state/attachments'
import { useDrafts } from '../state/draft-store'
import { useDraft, writeText } from '../state/drafts'
import { useFocusRequests } from '../state/focus-requests'

export type AttachedFile = Extract<Attachment, { kind: 'file' }>

interface PromptFormProps {
  readonly prompt: PromptDraft
  readonly submission: Submission
  /** Why the prompt cannot be sent; empty if nothing is written yet, undefined if it can be sent. */
  readonly blocker: string | undefined
  readonly label: string
  readonly placeholder: string
  readonly className: string
  /** Maximum height of the text, as a CSS length. */
  readonly maxHeight: string
  /** Completes “To leave them out, …”: how to start without the files of earlier prompts. */
  readonly withoutFilesHint: string
  /** Names what can be dropped: "the files". */
  readonly droppable: string
  readonly overlay: (count: number) => { readonly title: string; readonly text: string }
  /** Shown above the other notices. */
  readonly notice?: ReactNode
  /** Shown above the attachments. */
  readonly head?: ReactNode
  readonly bar: ReactNode
  /** Highlighted ranges of the text. */
  readonly ranges?: ComponentProps<typeof MarkedTextArea>['ranges']
  /** Shown below the text. */
  readonly fields?: ReactNode
  readonly send: () => Promise<void>
  /** Called with each text that is pasted; it is inserted as usual. */
  readonly onPasteText?: (text: string) => void
  readonly onFiles: (files: readonly File[]) => void
  readonly onShrink: (pictures: readonly AttachedFile[]) => void
  /** Returns the action of a pressed key; null if it is only typed. */
  readonly readKey: (pressed: PressedKey) => 'send' | (() => void) | null
}

const none = [] as const

interface Composer extends PromptDraft {
  readonly submission: Submission
  /** As in the form's props. */
  readonly blocker: string | undefined
}

const ComposerContext = createContext<Composer | null>(null)

/** The prompt of the form that the component is in. */
export function useComposer(): Composer {
  const composer = useContext(ComposerContext)
  if (!composer) throw new Error('This component belongs in a prompt form.')
  return composer
}

export function PromptForm(props: PromptFormProps) {
  const { prompt, submission, blocker, onShrink } = props
  const { draftKey, conversationId, draft, uploads } = prompt
  const form = useRef<HTMLFormElement>(null)
  const focusRequests = useFocusRequests((state) => state.prompt)
  useEffect(() => bottomBar(form.current), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a conversation moves the focus here.
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [conversationId, focusRequests])

  const attach = ({ files, folders }: Dropped) => {
    props.onFiles(files)
    for (const name of folders)
      rejectFile(draftKey, `“${name}” is a folder. Drop ${props.droppable} inside it instead.`)
  }
  const { hovering, paste } = useDropAndPaste(form, attach)
  const submit = () => {
    if (blocker === undefined) submission.submit(props.send)
    else if (blocker) submission.reject()
  }
  const pressKey = (event: KeyboardEvent) => {
    const { isComposing, keyCode } = event.nativeEvent
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event
    const pressed = { key, shiftKey, altKey, ctrlKey, metaKey, isComposing, keyCode }
    const action = props.readKey(pressed)
    if (!action) return
    event.preventDefault()
    if (action === 'send') submit()
    else action()
  }
  const overlay = hovering && props.overlay(hovering.count)
  return (
    <ComposerContext value={{ ...prompt, submission, blocker }}>
      <form
        ref={form}
        aria-label={props.label}
        className={joinClasses(
          '@container mx-auto flex min-h-0 w-full flex-col gap-2 px-6 pb-4 short:pb-2',
          props.className,
        )}
        onPaste={(event) => {
          paste(event)
          const isText = !event.defaultPrevented && event.target instanceof HTMLTextAreaElement
          if (isText) props.onPasteText?.(event.clipboardData.getData('text/plain'))
        }}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {props.notice}
        <PromptNotices
          prompt={prompt}
          error={submission.isRejected ? blocker || null : submission.error}
          withoutFilesHint={props.withoutFilesHint}
          onShrink={onShrink}
        />
        <div className="flex min-h-0 flex-col rounded-xl border border-line-strong bg-raised transition-colors focus-within:border-accent">
          <div className="min-h-0 overflow-y-auto rounded-t-xl">
            {props.head}
            <AttachmentList
              draftKey={draftKey}
              attachments={draft.attachments}
              uploads={uploads}
              onShrink={(one) => one.kind === 'file' && onShrink([one])}
            />
            <MarkedTextArea
              bare
              ranges={props.ranges ?? none}
              aria-label="Prompt"
              placeholder={props.placeholder}
              rows={1}
              maxHeight={props.maxHeight}
              value={draft.text}
              onChange={(event) => {
                submission.clear()
                writeText(draftKey, event.target.value)
              }}
              onKeyDown={pressKey}
              className="px-4 pt-3 pb-1 text-reading outline-none short:max-h-none!"
            />
            {props.fields}
          </div>
          {props.bar}
        </div>
        {hovering && overlay && (
          <DropOverlay hovering={hovering} title={overlay.title}>
            {overlay.text}
          </DropOverlay>
        )}
      </form>
    </ComposerContext>
  )
}

interface PromptNoticesProps extends Pick<PromptFormProps, 'withoutFilesHint' | 'onShrink'> {
  readonly prompt: PromptDraft
  readonly error: string | null
}

/** Notices above the prompt: problems that prevent sending it or saving it. */
function PromptNotices({
  prompt: { draftKey, draft, size },
  error,
  withoutFilesHint,
  onShrink,
}: PromptNoticesProps) {
  const rejections = useAttachments((state) => state.rejections[draftKey])
  const failure = useDrafts((state) => state.failure)
  const pictures = draft.attachments.filter(isResizablePicture)
  return (
    <div role="status" className="flex min-h-0 shrink-[9] flex-col gap-2 overflow-y-auto empty:hidden">
      {error && <Notice tone="danger" title={error} />}
      {failure && (
        <Notice tone="warn" title="Couldn’t save your draft">
          {`${failure} Your text stays here while this window is open. Gen Playground will keep retrying.`}
        </Notice>
      )}
      {rejections && (
        <Notice
          tone="warn"
          title={
            rejections.length === 1 ? '1 file wasn’t attached' : `${rejections.length} files weren’t attached`
          }
          actions={
            <IconButton size="small" label="Dismiss" icon={X} onClick={() => dismissRejections(draftKey)} />
          }
        >
          <ul className="max-h-24 overflow-y-auto">
            {rejections.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
      {size.isTooLarge && (
        <Notice
          tone="danger"
          title={
            fitsWithoutHistory(size)
              ? `This request is too large to send: ${formatBytes(size.bytes)} including the chat history`
              : `This prompt is too large to send: ${formatBytes(size.bytes)}`
          }
          actions={
            pictures.length > 0 && (
              <Button size="small" onClick={() => onShrink(pictures)}>
                Resize images…
              </Button>
            )
          }
        >
          {fitsWithoutHistory(size) &&
            `Files from earlier prompts are sent again with every request. To leave them out, ${withoutFilesHint} `}
          {`The request limit is ${formatBytes(size.limit)}. Base64 encoding makes files about a third larger. You can raise the limit in Settings.`}
        </Notice>
      )}
    </div>
  )
}

function isResizablePicture(attachment: Attachment): attachment is AttachedFile {
  return (
    attachment.kind === 'file' && attachment.mimeType.startsWith('image/') && attachment.width !== undefined
  )
}

interface PromptDraft {
  readonly draftKey: string
  /** Null for a conversation that does not exist yet. */
  readonly conversationId: string | null
  readonly draft: Draft
  readonly uploads: readonly UploadingFile[]
  readonly size: RequestSize
  readonly limitMegabytes: number
}

/** `lastTurn` is the turn that the prompt follows: everything up to it is sent again. */
export function usePromptDraft(
  draftKey: string,
  conversationId: string | null,
  lastTurn: string | undefined,
): PromptDraft {
  const draft = useDraft(draftKey, (current) => current)
  const uploads = useUploads(draftKey)
  const { data: settings } = useQuery(queries.settings.read.queryOptions())
  const limitMegabytes = (settings?.limits ?? defaultGatewayLimits).jsonMegabytes
  const historyBytes = useHistorySize(conversationId, draft.attachments.length > 0 ? lastTurn : undefined)
  const size = measureRequest(draft, { historyBytes, limitMegabytes })
  return { draftKey, conversationId, draft, uploads, size, limitMegabytes }
}

interface SubmissionState {
  readonly isSending: boolean
  readonly error: string | null
  /** The user tried to submit a prompt that cannot be sent now. */
  readonly isRejected: boolean
}

interface Submission extends SubmissionState {
  /** Does nothing while an earlier prompt is being sent. */
  readonly submit: (send: () => Promise<void>) => void
  readonly reject: () => void
  readonly stop: () => void
  /** Clears the last error, because the prompt is being changed. */
  readonly clear: () => void
}

const idle: SubmissionState = { isSending: false, error: null, isRejected: false }

export function useSubmission(draftKey: string, conversationId: string | null): Submission {
  const [states, setStates] = useState<Readonly<Record<string, SubmissionState>>>({})
  const state = states[draftKey] ?? idle
  // Another conversation may be open by the time the prompt is sent.
  const change = (next: Partial<SubmissionState>) =>
    setStates((now) => ({ ...now, [draftKey]: { ...idle, ...next } }))
  const fail = (error: unknown) => change({ error: describeError(error) })
  return {
    ...state,
    submit: (send) => {
      if (state.isSending) return
      change({ isSending: true })
      // They are about files of this prompt.
      dismissRejections(draftKey)
      send().then(() => change(idle), fail)
    },
    reject: () => change({ isRejected: true }),
    stop: () => {
      if (conversationId) desktop.chat.stop({ conversationId }).catch(fail)
    },
    clear: () => {
      if (state.error || state.isRejected) change(idle)
    },
  }
}
