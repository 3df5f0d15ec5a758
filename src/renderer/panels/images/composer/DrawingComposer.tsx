// Where an instruction is written, with its references and what it edits, drawn and stopped.
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Attachment } from '#shared/schemas/draft'
import { defaultGatewayLimits } from '#shared/schemas/settings'
import { queries } from '../../../api/desktop'
import { tellOutcome } from '../../../api/tell-outcome'
import { AttachmentList, useUploads } from '../../../attachments/AttachmentList'
import { DropOverlay } from '../../../attachments/DropOverlay'
import type { Dropped } from '../../../attachments/use-file-drop'
import { PromptNotices } from '../../../attachments/PromptNotices'
import { ShrinkDialog } from '../../../attachments/ShrinkDialog'
import { measureRequest } from '../../../attachments/request-size'
import { useDropAndPaste } from '../../../attachments/use-file-drop'
import { useHistorySize } from '../../../attachments/request-size'
import { isPlainEnter } from '../../../components/keyboard'
import { TextArea } from '../../../components/TextInput'
import { LibraryPicker } from '../../../media-viewer/LibraryPicker'
import { rejectFile } from '../../../state/attachments'
import { readDraft, useDrafts, writeText } from '../../../state/drafts'
import { isRunning } from '../../../state/fold-chat'
import { useChat } from '../../../state/live-chat'
import { usePromptFocus } from '../../../state/prompt-focus'
import { focusPrompt } from '../../../state/focus-requests'
import { getMaxReferences, useImageModels } from '../state/image-models'
import { useNextStep, useRatioProblem, useTarget } from '../state/next-step'
import { addFromLibrary, addReferences, handleDrop } from './add-pictures'
import { ComposerBar } from './ComposerBar'
import { findDrawBlocker } from './draw-blocker'
import { EditingChip } from './EditingChip'
import { RestoredNotice } from './RestoredNotice'
import { useDrawingStep } from './use-drawing-step'

type AttachedFile = Extract<Attachment, { kind: 'file' }>

export function DrawingComposer() {
  const { drawingId, key, parameters, variations, change, changeVariations } = useNextStep()
  const draft = useDrafts(({ drafts }) => readDraft(drafts, key))
  const target = useTarget(drawingId)
  const running = useChat(drawingId, isRunning)
  const arriving = useUploads(key)
  const { models, toModelName } = useImageModels()
  const { data: settings } = useQuery(queries.settings.read.queryOptions())
  const limitMegabytes = (settings?.limits ?? defaultGatewayLimits).jsonMegabytes
  const before = useHistorySize(drawingId, draft.attachments.length > 0 ? (target ?? undefined) : undefined)
  const size = measureRequest(draft, { before, limitMegabytes })
  const { sending, error, isRefused, draw, stop, refuse, forgive } = useDrawingStep(drawingId)
  const [shrunk, setShrunk] = useState<readonly AttachedFile[] | null>(null)
  const [picking, setPicking] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const wishes = usePromptFocus((state) => state.wishes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a drawing calls for the focus.
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [drawingId, wishes])

  const take = ({ files, folders }: Dropped) => {
    void handleDrop(key, files)
    for (const name of folders) rejectFile(key, `${name} is a folder: drop the pictures in it instead.`)
  }
  const { hovering, paste } = useDropAndPaste(form, take)
  const obstacle = findDrawBlocker({
    draft,
    size,
    arriving: arriving.length,
    maxReferences: getMaxReferences(parameters.model),
    modelName: toModelName(parameters.model),
    ratioProblem: useRatioProblem(key),
  })
  const submit = () => {
    if (obstacle === undefined) draw({ draft, after: target, parameters, variations, models })
    else if (obstacle) refuse()
  }
  const pressKey = (event: KeyboardEvent) => {
    const { isComposing, keyCode } = event.nativeEvent
    const { key: pressed, shiftKey, altKey, ctrlKey, metaKey } = event
    if (!isPlainEnter({ key: pressed, shiftKey, altKey, ctrlKey, metaKey, isComposing, keyCode })) return
    event.preventDefault()
    submit()
  }
  return (
    <>
      <form
        ref={form}
        aria-label="Write an instruction"
        className="@container mx-auto flex min-h-0 w-full max-w-[832px] flex-col gap-2 px-6 pb-4 short:pb-2"
        onPaste={paste}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <RestoredNotice draftKey={key} />
        <PromptNotices
          draftKey={key}
          draft={draft}
          error={isRefused ? obstacle || null : error}
          size={size}
          wayOut="a new drawing, or an edit of an earlier picture, begins without."
          onShrink={setShrunk}
        />
        <div className="flex min-h-0 flex-col rounded-xl border border-line-strong bg-raised transition-colors focus-within:border-accent">
          <div className="min-h-0 overflow-y-auto rounded-t-xl">
            {drawingId && <EditingChip drawingId={drawingId} draftKey={key} target={target} />}
            <AttachmentList
              draftKey={key}
              attachments={draft.attachments}
              arriving={arriving}
              onShrink={(one) => one.kind === 'file' && setShrunk([one])}
            />
            <TextArea
              bare
              aria-label="Prompt"
              placeholder={target ? 'Say what to change' : 'Say what to draw'}
              rows={1}
              maxHeight="32vh"
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
            parameters={parameters}
            variations={variations}
            size={draft.attachments.length > 0 ? size : null}
            running={running}
            sending={sending}
            isEditing={target !== null}
            obstacle={obstacle}
            onFiles={(files) => void addReferences(key, files)}
            onLibrary={() => setPicking(true)}
            onParameters={change}
            onVariations={changeVariations}
            onStop={stop}
          />
        </div>
        {hovering && (
          <DropOverlay
            hovering={hovering}
            title={hovering.count > 1 ? `Add ${hovering.count} references` : 'Add the picture'}
          >
            A picture that was drawn here brings back its prompt, parameters and references; any other becomes
            a reference.
          </DropOverlay>
        )}
      </form>
      {/* Outside the form: what is pressed there is no business of the instruction's. */}
      {picking && (
        <LibraryPicker
          title="References from the Library"
          onChoose={(chosen) => tellOutcome(addFromLibrary(chosen))}
          onClose={() => {
            setPicking(false)
            focusPrompt()
          }}
        />
      )}
      {shrunk && (
        <ShrinkDialog
          draftKey={key}
          pictures={shrunk}
          onClose={() => {
            setShrunk(null)
            focusPrompt()
          }}
        />
      )}
    </>
  )
}
