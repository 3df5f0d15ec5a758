// The composer of Images: an instruction is written, with its references and what it edits, drawn and stopped.
import { useState } from 'react'
import { toastOutcome } from '../../../api/toast-outcome'
import { ShrinkDialog } from '../../../attachments/ShrinkDialog'
import { isPlainEnter } from '../../../components/keyboard'
import { type AttachedFile, PromptForm, usePromptDraft, useSubmission } from '../../../composer/PromptForm'
import { LibraryPicker } from '../../../media-viewer/LibraryPicker'
import { clearDraft, toParts } from '../../../state/drafts'
import { drawStep } from '../../../state/drawing-actions'
import { focusPrompt } from '../../../state/focus-requests'
import { isRunning } from '../../../state/fold-chat'
import { useChat } from '../../../state/live-chat'
import { fitDrawing, getMaxReferences, useImageModels } from '../state/image-models'
import { useNextStep, useRatioProblem, useTarget } from '../state/next-step'
import { addFromLibrary, addReferences, handleDrop } from './add-pictures'
import { ComposerBar } from './ComposerBar'
import { findDrawBlocker } from './draw-blocker'
import { EditingChip } from './EditingChip'
import { RestoredNotice } from './RestoredNotice'

export function DrawingComposer() {
  const { drawingId, key, parameters, variations, change, changeVariations } = useNextStep()
  const target = useTarget(drawingId)
  const prompt = usePromptDraft(key, drawingId, target ?? undefined)
  const { draft, uploads, size } = prompt
  const running = useChat(drawingId, isRunning)
  const { models, toModelName } = useImageModels()
  const submission = useSubmission(key, drawingId)
  const [shrunk, setShrunk] = useState<readonly AttachedFile[] | null>(null)
  const [picking, setPicking] = useState(false)
  const obstacle = findDrawBlocker({
    draft,
    size,
    arriving: uploads.length,
    maxReferences: getMaxReferences(parameters.model),
    modelName: toModelName(parameters.model),
    ratioProblem: useRatioProblem(key),
  })
  const draw = async () => {
    const fitting = fitDrawing(parameters, models)
    await drawStep({ drawingId, after: target, parts: toParts(draft), parameters: fitting, variations })
    // What was typed meanwhile stays; if it fails, all of it does.
    clearDraft(key, draft)
  }
  return (
    <>
      <PromptForm
        prompt={prompt}
        submission={submission}
        blocker={obstacle}
        label="Write an instruction"
        placeholder={target ? 'Say what to change' : 'Say what to draw'}
        className="max-w-[832px]"
        maxHeight="32vh"
        wayOut="a new drawing, or an edit of an earlier picture, begins without."
        droppable="the pictures in it"
        overlay={(count) => ({
          title: count > 1 ? `Add ${count} references` : 'Add the picture',
          text: 'A picture that was drawn here brings back its prompt, parameters and references; any other becomes a reference.',
        })}
        notice={<RestoredNotice draftKey={key} />}
        head={drawingId && <EditingChip drawingId={drawingId} draftKey={key} target={target} />}
        bar={
          <ComposerBar
            parameters={parameters}
            variations={variations}
            size={draft.attachments.length > 0 ? size : null}
            running={running}
            sending={submission.isSending}
            isEditing={target !== null}
            obstacle={obstacle}
            onFiles={(files) => void addReferences(key, files)}
            onLibrary={() => setPicking(true)}
            onParameters={change}
            onVariations={changeVariations}
            onStop={submission.stop}
          />
        }
        send={draw}
        onFiles={(files) => void handleDrop(key, files)}
        onShrink={setShrunk}
        readKey={(pressed) => (isPlainEnter(pressed) ? 'send' : null)}
      />
      {/* Outside the form: what is pressed there is no business of the instruction's. */}
      {picking && (
        <LibraryPicker
          title="References from the Library"
          onChoose={(chosen) => toastOutcome(addFromLibrary(chosen))}
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
