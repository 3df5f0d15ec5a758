// The form of the next video, saved to disk until it is sent, and the open job.

import { z } from 'zod'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import {
  personGenerations,
  VideoForm,
  videoAspectRatios,
  videoDurations,
  videoResolutions,
} from '#shared/schemas/video-job'
import { desktop } from '../api/desktop'
import { readServedModel } from '../models/served-model'
import { createForm, openDrafts } from './draft-store'
import { focusPrompt } from './focus-requests'
import { statMediaFile } from './media-files'
import { openPanel } from './navigation'
import { toastUndo, unchanged } from './undo'

const Picture = z.object({ media: z.string().min(1), mimeType: z.string(), name: z.string() })
/** A stored picture that is sent with the prompt. */
export type VideoPicture = z.infer<typeof Picture>

export const defaultVideoModel = 'gen-video-3.1-fast-generate-preview'
export const maxVideoReferences = 3

/** Any saved value can be parsed: an invalid field gets its default. Null values are not sent. */
const VideoDraft = z.object({
  model: z.string().min(1).catch(defaultVideoModel),
  prompt: z.string().catch(''),
  image: Picture.nullable().catch(null),
  lastFrame: Picture.nullable().catch(null),
  references: z.array(Picture).max(maxVideoReferences).catch([]),
  aspectRatio: z.enum(videoAspectRatios).nullable().catch(null),
  durationSeconds: z.literal(videoDurations).nullable().catch(null),
  resolution: z.enum(videoResolutions).nullable().catch(null),
  negativePrompt: z.string().catch(''),
  personGeneration: z.enum(personGenerations).nullable().catch(null),
  seed: z.string().catch(''),
})
export type VideoDraft = z.infer<typeof VideoDraft>
type VideoField = keyof VideoDraft

export type VideoProblems = Readonly<Partial<Record<VideoField, string>>>

export function parseVideoDraft(saved: unknown): VideoDraft {
  const parsed = VideoDraft.safeParse(saved)
  return parsed.success ? parsed.data : VideoDraft.parse({})
}

/** Replacing the form would lose nothing the user entered. */
function isBlank({ prompt, image, lastFrame, references }: VideoDraft): boolean {
  return !prompt.trim() && !image && !lastFrame && references.length === 0
}

/** Messages for invalid values, and for values that exclude each other, by the field that shows them. */
export function findVideoProblems(draft: VideoDraft): VideoProblems {
  const { image, lastFrame, references, resolution, durationSeconds } = draft
  const needsEight = resolution === '1080p' || resolution === '4k'
  const issues = VideoForm.safeParse(toSent(draft)).error?.issues ?? []
  return {
    ...Object.fromEntries(issues.map(({ path: [field], message }) => [field, message])),
    ...(Number.isNaN(parseSeed(draft.seed)) ? { seed: 'must be a whole number' } : {}),
    ...(draft.prompt.trim() ? {} : { prompt: 'Enter a prompt.' }),
    ...(needsEight && durationSeconds !== null && durationSeconds !== 8
      ? { resolution: `${resolution} requires a duration of 8 s` }
      : {}),
    ...(lastFrame && !image ? { lastFrame: 'requires a first frame' } : {}),
    ...(image && references.length > 0
      ? { references: 'can’t be combined with a first frame. Remove one or the other.' }
      : {}),
  }
}

/** Throws if the draft has problems. */
export function toVideoForm(draft: VideoDraft): VideoForm {
  return VideoForm.parse(toSent(draft))
}

/** Only fields that have a value. */
function toSent(draft: VideoDraft): Record<string, unknown> {
  const { image, lastFrame, references, negativePrompt, seed, ...plain } = draft
  const sent = {
    ...plain,
    image: image && toFile(image),
    lastFrame: lastFrame && toFile(lastFrame),
    references: references.length > 0 ? references.map(toFile) : null,
    negativePrompt: negativePrompt.trim() || null,
    seed: parseSeed(seed),
  }
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null))
}

function toFile({ media, mimeType }: VideoPicture) {
  return { media, mimeType }
}

/** Returns null if nothing is typed, NaN if it is not a number. */
function parseSeed(typed: string): number | null {
  return typed.trim() ? Number(typed) : null
}

/** The form of a job, to be changed and sent again. */
export function toVideoDraft(form: VideoForm): VideoDraft {
  const { image, lastFrame, references = [], seed, ...plain } = form
  return parseVideoDraft({
    ...plain,
    image: image ? { ...image, name: 'First frame' } : null,
    lastFrame: lastFrame ? { ...lastFrame, name: 'Last frame' } : null,
    references: references.map((reference, at) => ({ ...reference, name: `Reference image ${at + 1}` })),
    seed: seed === undefined ? '' : String(seed),
    negativePrompt: form.negativePrompt ?? '',
  })
}

export const personLabels = {
  allow_all: 'everyone',
  allow_adult: 'adults only',
  dont_allow: 'no people',
} as const

/** The rarely used settings that are set, in the order of the form. */
export function listRareSet({ negativePrompt, personGeneration, seed }: VideoDraft): string[] {
  const set = [
    negativePrompt.trim() && 'negative prompt',
    personGeneration && personLabels[personGeneration],
    seed.trim() && `seed ${seed.trim()}`,
  ]
  return set.flatMap((text) => text || [])
}

/** Everything that is sent besides prompt and model. */
export function listSet(draft: VideoDraft): string[] {
  const { image, lastFrame, references, aspectRatio, durationSeconds, resolution } = draft
  const count = references.length
  const set = [
    image && 'first frame',
    lastFrame && 'last frame',
    count > 0 && (count === 1 ? '1 reference image' : `${count} reference images`),
    aspectRatio,
    durationSeconds && `${durationSeconds} s`,
    resolution,
  ]
  return [...set.flatMap((text) => text || []), ...listRareSet(draft)]
}

export const videoForm = createForm('video', parseVideoDraft)

/** The form as it was sent last. */
let sentForm: VideoDraft | null = null

/** Whether the form has not been changed since it was sent, so that sending it again may be a mistake. */
export function wasSent(form: VideoDraft): boolean {
  return form === sentForm
}

/** Clears everything except prompt and model; a toast can undo it. */
export function resetVideoOptions() {
  const before = videoForm.read()
  const { model, prompt } = before
  videoForm.write({ ...parseVideoDraft({}), model, prompt })
  toastFormUndo('Options reset', before)
}

/** Sends a valid draft and opens its job. The draft stays until the user changes it. */
export async function makeVideo(draft: VideoDraft): Promise<void> {
  const before = sentForm
  // At once: its job may be listed, and the prompt focused, before the request returns.
  sentForm = draft
  try {
    const { id } = await desktop.videos.create(
      toVideoForm({ ...draft, model: readServedModel(draft.model, 'video') }),
    )
    openGeneratedVideo(id)
  } catch (error) {
    sentForm = before
    throw error
  }
}

/** Replaces the form's values without sending anything; a toast can undo it. */
export async function reuseVideoForm(form: VideoForm): Promise<void> {
  const draft = toVideoDraft(form)
  const missing = await findMissing(draft)
  const isStored = (picture: VideoPicture) => !missing.has(picture.media)
  const { image, lastFrame, references } = draft
  const found = {
    image: image && isStored(image) ? image : null,
    lastFrame: lastFrame && isStored(lastFrame) ? lastFrame : null,
    references: references.filter(isStored),
  }
  await openDrafts()
  const before = videoForm.read()
  const wasBlank = isBlank(before) || wasSent(before)
  const message = missing.size > 0 ? describeMissing(missing.size) : ''
  writeForm({ ...draft, ...found }, message || (wasBlank ? '' : 'Form replaced'))
}

/** Uses a picture as the first frame; removes references, which exclude it. */
export async function startWithFrame(image: VideoPicture): Promise<void> {
  await openDrafts()
  const form = videoForm.read()
  const hadNoImages = form.image === null && form.references.length === 0
  writeForm({ ...form, image, references: [] }, hadNoImages ? '' : 'Other images replaced by this frame')
}

/** Prompt and settings of a video, with its last frame as the first one. */
export async function extendVideo(form: VideoForm, image: VideoPicture): Promise<void> {
  await openDrafts()
  const before = videoForm.read()
  const draft = { ...toVideoDraft(form), image, lastFrame: null, references: [], seed: '' }
  writeForm(draft, isBlank(before) || wasSent(before) ? '' : 'Form replaced')
}

/** With a message, a toast can undo the change. */
function writeForm(form: VideoDraft, message: string) {
  const before = videoForm.read()
  videoForm.write(form)
  openPanel('video')
  focusPrompt()
  if (message) toastFormUndo(message, before)
}

function toastFormUndo(message: string, before: VideoDraft) {
  const isPossible = unchanged(videoForm.read)
  toastUndo(message, () => videoForm.write(before), { isPossible })
}

/** Resolves to the draft's pictures that are no longer in the media folder. */
async function findMissing({ image, lastFrame, references }: VideoDraft): Promise<ReadonlySet<string>> {
  const pictures = [image, lastFrame, ...references].filter((picture) => picture !== null)
  const media = [...new Set(pictures.map((picture) => picture.media))]
  const files = await Promise.all(media.map(statMediaFile))
  return new Set(media.filter((_, at) => files[at] === null))
}

function describeMissing(count: number): string {
  return count === 1
    ? '1 image is no longer in the media folder.'
    : `${count} images are no longer in the media folder.`
}

interface VideoView {
  /** Null shows the list alone. */
  readonly jobId: string | null
  /** The job that was just created: it may not be in the list yet. */
  readonly awaited: string | null
  /** The job whose video should play as soon as it is displayed. */
  readonly play: string | null
  /** The job that was open before: it gets the keyboard focus in the list. */
  readonly left: string | null
  /** The job to repeat while its confirmation is open, because it may be billed twice; else null. */
  readonly confirming: string | null
}

const closedView = { jobId: null, awaited: null, play: null, left: null } as const

export const useVideoView = create<VideoView>()(
  persist((): VideoView => ({ ...closedView, confirming: null }), {
    name: 'video-view',
    version: 1,
    partialize: ({ jobId }) => ({ ...closedView, jobId }),
  }),
)

export function openVideo(jobId: string | null) {
  useVideoView.setState((view) => ({ ...closedView, jobId, left: jobId === null ? view.jobId : null }))
}

export function openGeneratedVideo(jobId: string) {
  useVideoView.setState({ ...closedView, jobId, awaited: jobId })
}

export function playVideo(jobId: string) {
  useVideoView.setState({ ...closedView, jobId, play: jobId })
}

/** Returns whether playback was requested, once. */
export function consumePlayRequest(jobId: string): boolean {
  const isRequested = useVideoView.getState().play === jobId
  if (isRequested) useVideoView.setState({ play: null })
  return isRequested
}

export function confirmRepeat(confirming: string | null) {
  useVideoView.setState({ confirming })
}

/** Called when the panel is closed, so that the focus starts over when it is opened again. */
export function resetListFocus() {
  useVideoView.setState({ left: null })
}
