// The form of the next video: prompt, model and provider-specific settings.

import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { costOfVideo } from '#shared/prices/cost'
import { describeError } from '../../../api/describe-error'
import { DropOverlay, useDropAndPaste } from '../../../attachments/DropOverlay'
import { Button } from '../../../components/Button'
import { Field } from '../../../components/Field'
import { Kbd } from '../../../components/Kbd'
import { isComposing } from '../../../components/keyboard'
import { Notice } from '../../../components/Notice'
import { TextArea } from '../../../components/TextInput'
import { ModelNotice, useModelIssue } from '../../../models/ModelNotice'
import { ModelPicker } from '../../../models/ModelPicker'
import { formatCost, useNextPrice, usePrices } from '../../../models/prices'
import { findMissingKind, useServedModel } from '../../../models/served-model'
import { useModelsOf } from '../../../models/use-models'
import { useAttachments } from '../../../state/attachments'
import { useDrafts } from '../../../state/draft-store'
import { useFocusRequests } from '../../../state/focus-requests'
import {
  findVideoProblems,
  listSet,
  makeVideo,
  resetVideoOptions,
  useVideoView,
  type VideoDraft,
  type VideoProblems,
  videoForm,
  wasSent,
} from '../../../state/video-form'
import { chooseSlots, describeDrop, handleDrop } from './PictureField'
import { VideoSettings } from './VideoSettings'

export function NewVideo() {
  const { draft, sending, error, problems, attempts, create, isRepeat, cancelRepeat } = useCreateVideo()
  const set = listSet(draft)
  const issue = useModelIssue(draft.model, videoKinds)
  const failure = useDrafts(({ failure }) => failure)
  const form = useRef<HTMLFormElement>(null)
  const { hovering, paste } = useDropAndPaste(form, handleDrop)

  const requests = useFocusRequests((state) => state.prompt)
  const handled = useRef<number | null>(null)
  useEffect(() => {
    // After a job was closed, the focus returns to its row in the list.
    const isReturning = handled.current === null && useVideoView.getState().left !== null
    if (handled.current !== requests && !isReturning) focusText(form.current?.querySelector('textarea'))
    handled.current = requests
  }, [requests])
  useEffect(() => {
    if (attempts > 0) focusFirstInvalid(form.current)
  }, [attempts])

  const pressKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey, nativeEvent } = event
    const isSubmit = key === 'Enter' && (ctrlKey || metaKey) && !shiftKey && !altKey
    if (!isSubmit || isComposing(nativeEvent)) return
    event.preventDefault()
    create()
  }
  return (
    <form
      ref={form}
      aria-label="New video"
      noValidate
      onPaste={paste}
      onKeyDown={pressKey}
      onSubmit={(event) => {
        event.preventDefault()
        create()
      }}
      className="flex min-h-0 min-w-0 flex-1 flex-col bg-frame"
    >
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto pt-2 pr-1 pb-4 pl-4 [scrollbar-gutter:stable]">
        <Field label="Prompt" error={problems.prompt}>
          {(attributes) => (
            <TextArea
              {...attributes}
              rows={4}
              maxHeight="28vh"
              placeholder="Describe the video and its audio"
              value={draft.prompt}
              onChange={({ target }) => videoForm.change({ prompt: target.value })}
            />
          )}
        </Field>
        <ModelField model={draft.model} />
        <section
          aria-label="Provider-specific options"
          className="flex flex-col gap-4 border-line border-t pt-3"
        >
          <header className="flex flex-col gap-0.5">
            <h2 className="font-medium">Provider-specific options</h2>
            <p className="text-faint text-sm">Not part of the API spec. Sent only if you set them.</p>
          </header>
          <VideoSettings draft={draft} problems={problems} />
        </section>
      </div>
      <footer className="flex shrink-0 flex-col gap-2 border-line border-t px-4 py-3 short:py-1.5">
        <div role="status" className="flex flex-col gap-2 empty:hidden">
          {issue && issue.type !== 'unknown' && (
            <ModelNotice issue={issue} model={draft.model} canChangeTypes={false} />
          )}
          {error && <Notice tone="danger" title={error} />}
          {failure && (
            <Notice tone="warn" title="Couldn’t save the form">
              {`${failure} Your text stays here while this window is open.`}
            </Notice>
          )}
          {isRepeat && (
            <Notice
              tone="warn"
              title="Generate the same video again? It’s billed as a new video."
              actions={
                <>
                  <Button size="small" variant="quiet" onClick={cancelRepeat}>
                    Cancel
                  </Button>
                  <Button size="small" onClick={() => create(true)}>
                    Generate again
                  </Button>
                </>
              }
            />
          )}
        </div>
        <Estimate draft={draft} />
        {/* Always there, so that setting the first option does not move the form. */}
        <div className="flex min-h-6 items-center gap-2">
          <p className="line-clamp-2 min-w-0 flex-1 text-soft text-sm" title={set.join(' · ')}>
            {set.length > 0 ? `With ${set.join(' · ')}` : 'Default options'}
          </p>
          {set.length > 0 && (
            <Button size="small" variant="quiet" onClick={resetVideoOptions}>
              Reset options
            </Button>
          )}
        </div>
        <Button
          variant="primary"
          type="submit"
          disabled={sending || issue?.type === 'none'}
          className="w-full"
        >
          Generate
          <span aria-hidden="true" className="opacity-80">
            <Kbd keys="mod+enter" />
          </span>
        </Button>
      </footer>
      {hovering && (
        <DropOverlay hovering={hovering} title={describeDrop(chooseSlots(draft, hovering.count))}>
          One image becomes the first frame, two the first and last frame, three become reference images.
        </DropOverlay>
      )}
    </form>
  )
}

/** With the model's own duration, only the price per second is known. */
function Estimate({ draft: { model: id, durationSeconds, resolution } }: { draft: VideoDraft }) {
  const { currency } = usePrices()
  const findPrice = useNextPrice()
  const { models } = useModelsOf('video')
  const model = models.find((each) => each.id === id)
  const price = model && findPrice(model)
  const nanos = price ? costOfVideo(price.rates, durationSeconds ?? 1, resolution ?? undefined) : null
  if (nanos === null) return null
  const cost = formatCost(nanos, currency)
  return (
    <p className="text-soft text-sm tabular-nums" title="From Settings > Prices">
      {durationSeconds === null ? `${cost} per second` : `About ${cost} for ${durationSeconds} s`}
    </p>
  )
}

const videoKinds = ['video'] as const

function ModelField({ model }: { model: string }) {
  const { groups } = useModelsOf('video')
  const issue = useModelIssue(model, videoKinds)
  const served = useServedModel(model, 'video')
  return (
    <Field label="Model">
      {({ id }) => (
        <>
          <ModelPicker
            id={id}
            label="Model"
            kind="video"
            value={served}
            groups={groups}
            onChange={(id) => videoForm.change({ model: id })}
          />
          {issue?.type === 'unknown' && <ModelNotice issue={issue} model={model} />}
        </>
      )}
    </Field>
  )
}

/** Selects a prompt that was sent, so that typing replaces it. */
function focusText(textarea: HTMLTextAreaElement | null | undefined) {
  textarea?.focus()
  if (wasSent(videoForm.read())) textarea?.select()
}

/** Focuses the field itself, or the first control of its group. */
function focusFirstInvalid(form: HTMLFormElement | null) {
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')
  const focusable = invalid?.matches('[data-invalid]')
    ? invalid.querySelector<HTMLElement>('button:not([tabindex="-1"]), input:not([hidden]), [tabindex="0"]')
    : invalid
  focusable?.focus()
}

function useCreateVideo() {
  const draft = videoForm.useForm((form) => form)
  /** Failed attempts; each one focuses the first invalid field. */
  const [attempts, setAttempts] = useState(0)
  /** The sent form that the user has tried to send again without a change. */
  const [repeated, setRepeated] = useState<VideoDraft | null>(null)
  const { mutate, reset, isPending, error, variables } = useMutation({
    mutationFn: sendForm,
    onSuccess: () => setAttempts(0),
    onError: () => setAttempts((count) => count + 1),
  })
  const { prompt, ...problems } = findVideoProblems(draft)
  const isPromptShown = prompt !== undefined && (draft.prompt !== '' || attempts > 0)
  // The problems of a rejected draft are not shown for a changed one.
  const rejection = error && variables === draft ? readFormErrors(error, draft) : null
  const create = (again = false) => {
    if (isPending || findMissingKind('video') !== undefined) return
    if (wasSent(draft) && !again) return setRepeated(draft)
    setRepeated(null)
    const isValid = prompt === undefined && Object.keys(problems).length === 0
    if (isValid || isUploading()) return mutate(draft)
    reset()
    setAttempts((count) => count + 1)
  }
  return {
    draft,
    sending: isPending,
    error: rejection?.error ?? null,
    problems: {
      ...problems,
      ...(isPromptShown ? { prompt } : {}),
      ...rejection?.problems,
    } satisfies VideoProblems,
    attempts,
    create,
    isRepeat: repeated === draft,
    cancelRepeat: () => setRepeated(null),
  }
}

function isUploading(): boolean {
  return useAttachments.getState().uploads.some(({ key }) => key.startsWith('video:'))
}

async function sendForm(draft: VideoDraft): Promise<void> {
  if (isUploading()) throw new Error('Wait for the image to finish loading.')
  await makeVideo(draft)
}

interface FormErrors {
  /** Null if the error messages of the fields suffice. */
  readonly error: string | null
  readonly problems: VideoProblems
}

/** Assigns a message such as `references[1]: the image is not in the media folder` to its field. */
export function readFormErrors(error: unknown, draft: VideoDraft): FormErrors {
  const text = describeError(error)
  const [, field, message] = /^(\w+)(?:[[.]\w+\]?)*: (.+)$/s.exec(text) ?? []
  if (!field || !message || !(field in draft)) return { error: text, problems: {} }
  return { error: null, problems: { [field]: message } }
}
