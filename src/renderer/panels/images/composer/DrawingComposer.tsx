// The composer of Images: the instruction, its references and the picture it edits; draws and stops.
import { Undo2, X } from 'lucide-react'
import { useState } from 'react'
import type { ModelSummary } from '#shared/desktop/models-contract'
import type { Draft } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { toastOutcome } from '../../../api/toast-outcome'
import { ShrinkDialog } from '../../../attachments/ShrinkDialog'
import { fitsWithoutHistory, type RequestSize } from '../../../attachments/SizeMeter'
import { Button } from '../../../components/Button'
import { formatBytes } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { isPlainEnter } from '../../../components/keyboard'
import { Notice } from '../../../components/Notice'
import { type AttachedFile, PromptForm, usePromptDraft, useSubmission } from '../../../composer/PromptForm'
import { LibraryPicker } from '../../../media-viewer/LibraryPicker'
import { Thumbnail } from '../../../media-viewer/Thumbnail'
import { ModelNotice, useModelIssue } from '../../../models/ModelNotice'
import { isForComposer } from '../../../models/model-issue'
import { clearSent } from '../../../state/attachments'
import { toDrawingKey, toParts, writeAfter } from '../../../state/drafts'
import { focusPrompt } from '../../../state/focus-requests'
import { findTurn, isRunning } from '../../../state/fold-chat'
import { useChat } from '../../../state/live-chat'
import { defaultDrawing } from '../../../state/next-parameters'
import { describeStep, findFinalPicture } from '../state/drawing-steps'
import { fitDrawing, getMaxReferences, imageKinds, useImageModels } from '../state/image-models'
import { chooseTarget, drawStep, useNextStep, useRatioProblem, useTarget } from '../state/next-step'
import {
  addFromLibrary,
  addReferenceInstead,
  addReferences,
  clearRestored,
  handleDrop,
  undoRestored,
  useRestored,
} from './add-pictures'
import { ComposerBar } from './ComposerBar'
import { clearReturned, FollowUps } from './FollowUps'

export function DrawingComposer() {
  const { drawingId, key, parameters, selectedModel, variations, change, changeVariations } = useNextStep()
  const target = useTarget(drawingId)
  const prompt = usePromptDraft(key, drawingId, target ?? undefined)
  const { draft, uploads, size } = prompt
  const running = useChat(drawingId, isRunning)
  const isQueued = useChat(drawingId, (chat) => target !== null && chat.running.has(target))
  const { models, toModelName } = useImageModels()
  const submission = useSubmission(key, drawingId)
  const [shrunk, setShrunk] = useState<readonly AttachedFile[] | null>(null)
  const [isPicking, setIsPicking] = useState(false)
  const maxReferences = getMaxReferences(parameters.model)
  const modelName = toModelName(parameters.model)
  const referenceProblem = findReferenceProblem(modelName, maxReferences, draft.attachments.length)
  const model = models.find(({ id }) => id === parameters.model)
  const unsupported = model ? listUnsupported(model, parameters) : []
  const issue = useModelIssue(selectedModel, imageKinds)
  const blocker = findDrawBlocker({
    draft,
    missingModel: issue?.type === 'none' ? `${issue.title}.` : undefined,
    size,
    uploadCount: uploads.length,
    maxReferences,
    modelName,
    ratioProblem: useRatioProblem(key),
  })
  const draw = async () => {
    const supported = fitDrawing(parameters, models)
    const drawnIn = await drawStep({
      drawingId,
      after: target,
      parts: toParts(draft),
      parameters: supported,
      variations,
    })
    // Text typed while sending stays; if sending fails, the whole draft does.
    clearSent(key, draft, toDrawingKey(drawnIn))
    clearReturned(key)
  }
  return (
    <>
      <PromptForm
        prompt={prompt}
        submission={submission}
        blocker={blocker}
        label="New prompt"
        placeholder={target ? 'Describe your changes' : 'Describe an image'}
        className="max-w-[832px]"
        maxHeight="32vh"
        withoutFilesHint="start a new session or edit an earlier image."
        droppable="the images"
        overlay={(count) => ({
          title: count > 1 ? `Add ${count} reference images` : 'Add image',
          text: 'An image generated here restores its prompt, settings, and references. Any other image becomes a reference.',
        })}
        notice={
          <>
            {issue && isForComposer(issue, selectedModel === defaultDrawing.model) && (
              <ModelNotice issue={issue} model={selectedModel} />
            )}
            {drawingId && <FollowUps drawingId={drawingId} draftKey={key} />}
            <RestoredNotice draftKey={key} />
            <StepNotes problem={submission.isRejected ? undefined : referenceProblem} notes={unsupported} />
          </>
        }
        head={drawingId && <EditingChip drawingId={drawingId} draftKey={key} target={target} />}
        bar={
          <ComposerBar
            parameters={parameters}
            variations={variations}
            running={running}
            isEditing={target !== null}
            isQueued={isQueued}
            onFiles={(files) => void addReferences(key, files)}
            onLibrary={() => setIsPicking(true)}
            onParameters={change}
            onVariations={changeVariations}
          />
        }
        send={draw}
        onFiles={(files) => void handleDrop(key, files)}
        onShrink={setShrunk}
        readKey={(pressed) => (isPlainEnter(pressed) ? 'send' : null)}
      />
      {/* Outside the form, so that its key events do not reach the instruction. */}
      {isPicking && (
        <LibraryPicker
          title="Choose references from the Library"
          onChoose={(selected) => toastOutcome(addFromLibrary(selected))}
          onClose={() => {
            setIsPicking(false)
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

/** Lists what a dropped picture has restored, and offers alternatives. */
function RestoredNotice({ draftKey }: { draftKey: string }) {
  const restored = useRestored((state) => state.restored[draftKey])
  if (!restored) return null
  return (
    <Notice
      tone="quiet"
      title="Prompt and settings restored"
      actions={
        <>
          <Button size="small" onClick={() => addReferenceInstead(draftKey)}>
            Use as reference instead
          </Button>
          <Button size="small" variant="quiet" onClick={() => undoRestored(draftKey)}>
            Undo
          </Button>
          <IconButton size="small" label="Dismiss" icon={X} onClick={() => clearRestored(draftKey)} />
        </>
      }
    >
      {`Restored ${restored.text}. ${restored.missing}`}
    </Notice>
  )
}

interface StepNotesProps {
  /** Why the model rejects the references. */
  readonly problem: string | undefined
  /** Parameters that the model does not support. */
  readonly notes: readonly string[]
}

function StepNotes({ problem, notes }: StepNotesProps) {
  if (!problem && notes.length === 0) return null
  return (
    <div role="status" className="flex flex-col gap-0.5 px-1 text-sm">
      {problem && <p className="text-danger">{problem} Remove some, or choose another model.</p>}
      {notes.map((note) => (
        <p key={note} className="text-warn">
          {note}
        </p>
      ))}
    </div>
  )
}

interface EditingChipProps {
  readonly drawingId: string
  /** Key of the draft. */
  readonly draftKey: string
  /** The answer that is edited; null starts a new picture. */
  readonly target: string | null
}

/** Shows what the next step does: edit a picture, or start a new one. */
function EditingChip({ drawingId, draftKey, target }: EditingChipProps) {
  const turn = useChat(drawingId, (chat) => (target ? findTurn(chat, target) : undefined))
  const prompt = useChat(drawingId, (chat) => (turn?.parentId ? findTurn(chat, turn.parentId) : undefined))
  const canEditLast = useChat(drawingId, (chat) => chooseTarget(chat, undefined) !== null)
  const isGenerating = turn?.state === 'running'
  const picture = findFinalPicture(turn)
  const write = (after: string | null | undefined) => {
    writeAfter(draftKey, after)
    focusPrompt()
  }
  const isEditing = picture !== null || isGenerating
  if (!isEditing && !canEditLast) return null
  const title = describeStep(prompt)
  const note = isGenerating ? `the result of “${title}”, once it is ready` : title
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border of its own.
    <div
      role="group"
      aria-label={isEditing ? 'Editing' : 'New image'}
      className={joinClasses(
        'flex h-[41px] items-center gap-2 border-line border-b pr-1.5',
        picture ? 'pl-2' : 'pl-3',
      )}
    >
      {picture && (
        <Thumbnail
          media={picture.media}
          mimeType={picture.mimeType}
          alt=""
          size={28}
          className="shrink-0 rounded-sm border border-line bg-sunken"
        />
      )}
      <span className="min-w-0 flex-1 truncate text-soft text-sm">
        <span className="font-medium text-ink">{isEditing ? 'Editing: ' : 'New image'}</span>
        {isEditing ? note : ' (the last image isn’t changed)'}
      </span>
      {isEditing && (
        <IconButton size="small" label="Start a new image instead" icon={X} onClick={() => write(null)} />
      )}
      {!isEditing && (
        <IconButton
          size="small"
          label="Edit the last image instead"
          icon={Undo2}
          onClick={() => write(undefined)}
        />
      )}
    </div>
  )
}

interface NextStepState {
  readonly draft: Pick<Draft, 'text' | 'attachments'>
  readonly size: RequestSize
  /** Number of references that are still being uploaded. */
  readonly uploadCount: number
  /** Undefined if the model has no known limit. */
  readonly maxReferences: number | undefined
  readonly modelName: string
  /** Why no model can draw it. */
  readonly missingModel: string | undefined
  /** Why the typed aspect ratio is invalid. */
  readonly ratioProblem: string | undefined
}

/** Returns a message, an empty string if it is blocked without a message, or undefined if nothing blocks it. */
export function findDrawBlocker(step: NextStepState): string | undefined {
  const { draft, size, uploadCount, maxReferences, modelName, missingModel, ratioProblem } = step
  const count = draft.attachments.length
  if (uploadCount > 0) {
    return uploadCount === 1
      ? 'Waiting for 1 reference image to load'
      : `Waiting for ${uploadCount} reference images to load`
  }
  if (!draft.text.trim()) return count > 0 ? 'Describe what to generate from the reference images.' : ''
  if (missingModel) return missingModel
  if (ratioProblem) return `The aspect ratio ${ratioProblem}.`
  const referenceProblem = findReferenceProblem(modelName, maxReferences, count)
  if (referenceProblem) return referenceProblem
  if (!size.isTooLarge) return undefined
  const subject = fitsWithoutHistory(size) ? 'With its earlier steps, this request' : 'This request'
  return `${subject} is ${formatBytes(size.bytes)}. The request limit is ${formatBytes(size.limit)}.`
}

type Model = Pick<ModelSummary, 'displayName' | 'aspectRatios' | 'imageSizes'>

/** Returns undefined if the model accepts as many references, or its limit is not known. */
function findReferenceProblem(modelName: string, max: number | undefined, count: number) {
  if (max === undefined || count <= max) return undefined
  return `${modelName} accepts up to ${max} reference images. You added ${count}.`
}

/** Sentences about parameters that the model does not have or list. */
export function listUnsupported(model: Model, { aspectRatio, imageSize }: ChatParameters): string[] {
  const { displayName, aspectRatios, imageSizes } = model
  const settings = [
    { label: 'aspect ratio', value: aspectRatio, values: aspectRatios },
    { label: 'size', value: imageSize, values: imageSizes },
  ]
  return settings.flatMap(({ label, value, values }) => {
    if (value === undefined || values.includes(value)) return []
    return values.length === 0
      ? `${displayName} has no ${label} setting. ${value} isn’t sent.`
      : `${displayName} doesn’t list the ${label} ${value}. It may reject the request.`
  })
}
