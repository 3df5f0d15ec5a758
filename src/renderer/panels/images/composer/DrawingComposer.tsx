// Where an instruction is written, with its references and what it edits, drawn and stopped.
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Attachment } from '#shared/schemas/draft'
import { defaultGatewayLimits } from '#shared/schemas/settings'
import { queries } from '../../../api/desktop'
import { tellOutcome } from '../../../api/tell-outcome'
import { AttachmentList, useArriving } from '../../../attachments/AttachmentList'
import { DropVeil } from '../../../attachments/DropOverlay'
import { PromptNotices } from '../../../attachments/PromptNotices'
import { measureTravel, useHistorySize } from '../../../attachments/request-size'
import { ShrinkDialog } from '../../../attachments/ShrinkDialog'
import { type Dropped, useFileIntake } from '../../../attachments/use-file-drop'
import { isPlainEnter } from '../../../components/is-plain-enter'
import { TextArea } from '../../../components/TextArea'
import { LibraryPicker } from '../../../media-viewer/LibraryPicker'
import { refuseFile } from '../../../state/attachments'
import { readDraft, useDrafts, writeText } from '../../../state/drafts'
import { focusPrompt, useFocusRequests } from '../../../state/focus-requests'
import { isRunning } from '../../../state/fold-chat'
import { useChat } from '../../../state/live-chat'
import { readMostReferences } from '../fit-drawing'
import { useRatioProblem } from '../inspector/use-typed-ratio'
import { useNextStep, useTarget } from '../use-drawing'
import { useImageModels } from '../use-image-models'
import { ComposerBar } from './ComposerBar'
import { findDrawingObstacle } from './drawing-obstacle'
import { EditingChip } from './EditingChip'
import { RestoredNotice } from './RestoredNotice'
import { takeAll, takeDropped, takeReferences } from './take-pictures'
import { useDrawingStep } from './use-drawing-step'

type AttachedFile = Extract<Attachment, { kind: 'file' }>

export function DrawingComposer() {
  const { drawingId, key, parameters, variations, change, changeVariations } = useNextStep()
  const draft = useDrafts(({ drafts }) => readDraft(drafts, key))
  const target = useTarget(drawingId)
  const running = useChat(drawingId, isRunning)
  const arriving = useArriving(key)
  const { models, toModelName } = useImageModels()
  const { data: settings } = useQuery(queries.settings.read.queryOptions())
  const limitMegabytes = (settings?.limits ?? defaultGatewayLimits).jsonMegabytes
  const before = useHistorySize(drawingId, draft.attachments.length > 0 ? (target ?? undefined) : undefined)
  const size = measureTravel(draft, { before, limitMegabytes })
  const { sending, error, isRefused, draw, stop, refuse, forgive } = useDrawingStep(drawingId)
  const [shrunk, setShrunk] = useState<readonly AttachedFile[] | null>(null)
  const [picking, setPicking] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const wishes = useFocusRequests((state) => state.prompt)
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a drawing calls for the focus.
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [drawingId, wishes])

  const take = ({ files, folders }: Dropped) => {
    void takeDropped(key, files)
    for (const name of folders) refuseFile(key, `${name} is a folder: drop the pictures in it instead.`)
  }
  const { hovering, paste } = useFileIntake(form, take)
  const obstacle = findDrawingObstacle({
    draft,
    size,
    arriving: arriving.length,
    mostReferences: readMostReferences(parameters.model),
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
            onFiles={(files) => void takeReferences(key, files)}
            onLibrary={() => setPicking(true)}
            onParameters={change}
            onVariations={changeVariations}
            onStop={stop}
          />
        </div>
        {hovering && (
          <DropVeil
            hovering={hovering}
            title={hovering.count > 1 ? `Add ${hovering.count} references` : 'Add the picture'}
          >
            A picture that was drawn here brings back its prompt, parameters and references; any other becomes
            a reference.
          </DropVeil>
        )}
      </form>
      {/* Outside the form: what is pressed there is no business of the instruction's. */}
      {picking && (
        <LibraryPicker
          title="References from the Library"
          onChoose={(chosen) => tellOutcome(takeAll(chosen))}
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
