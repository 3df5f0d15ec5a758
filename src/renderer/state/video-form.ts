// The form of the next video: what is typed, what is wrong with it, saved on disk until it is sent.
import { toast } from 'sonner'
import { z } from 'zod'
import {
  personGenerations,
  VideoForm,
  videoAspectRatios,
  videoDurations,
  videoResolutions,
} from '#shared/schemas/video-job'
import { desktop } from '../api/desktop'
import { focusPrompt } from './focus-requests'
import { statMediaFile } from './media-files'
import { openPanel } from './navigation'
import { createPersistedForm, type PersistedForm } from './persisted-drafts'
import { openGeneratedVideo } from './video-view'

const Picture = z.object({ media: z.string().min(1), mimeType: z.string(), name: z.string() })
/** A stored picture that is sent with the prompt. */
export type VideoPicture = z.infer<typeof Picture>

export const defaultVideoModel = 'gen-video-3.1-fast-generate-preview'
export const maxVideoReferences = 3

/** Anything on disk can be parsed: a field that is invalid gets its default. Null is not sent. */
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

/** It holds nothing that a user would miss. */
function isBlank({ prompt, image, lastFrame, references }: VideoDraft): boolean {
  return !prompt.trim() && !image && !lastFrame && references.length === 0
}

/** Invalid values, and values that exclude each other, by the field that shows the message. */
export function findVideoProblems(draft: VideoDraft): VideoProblems {
  const { image, lastFrame, references, resolution, durationSeconds } = draft
  const needsEight = resolution === '1080p' || resolution === '4k'
  const refused = VideoForm.safeParse(toSent(draft)).error?.issues ?? []
  return {
    ...Object.fromEntries(refused.map(({ path: [field], message }) => [field, message])),
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

/** Only what is set. */
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

/** The form of a job as it can be changed and sent again. */
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

/** After it was sent: the settings stay for the next video, and so does what was typed since. */
export function dropSent(now: VideoDraft, sent: VideoDraft): VideoDraft {
  return {
    ...now,
    prompt: now.prompt.startsWith(sent.prompt) ? now.prompt.slice(sent.prompt.length) : now.prompt,
    image: now.image === sent.image ? null : now.image,
    lastFrame: now.lastFrame === sent.lastFrame ? null : now.lastFrame,
    references: now.references === sent.references ? [] : now.references,
  }
}

const persisted: PersistedForm<VideoDraft> = createPersistedForm('video', parseVideoDraft)
export const useVideoForm: PersistedForm<VideoDraft>['useForm'] = persisted.useForm
export const openVideoForm: PersistedForm<VideoDraft>['open'] = persisted.open

export function changeVideoForm(part: Partial<VideoDraft>) {
  useVideoForm.setState(({ form }) => ({ form: { ...form, ...part } }))
}

/** Sends a valid draft and opens its job. If it is rejected, all of the draft stays. */
export async function makeVideo(draft: VideoDraft): Promise<void> {
  const { id } = await desktop.videos.create(toVideoForm(draft))
  useVideoForm.setState(({ form }) => ({ form: dropSent(form, draft) }))
  openGeneratedVideo(id)
}

/** Replaces what is in the form; a toast can undo it. Nothing is sent. */
export async function reuseVideoForm(form: VideoForm): Promise<void> {
  const draft = toVideoDraft(form)
  const lost = await findLost(draft)
  const isHere = (picture: VideoPicture) => !lost.has(picture.media)
  const { image, lastFrame, references } = draft
  const found = {
    image: image && isHere(image) ? image : null,
    lastFrame: lastFrame && isHere(lastFrame) ? lastFrame : null,
    references: references.filter(isHere),
  }
  await openVideoForm()
  const isBlankNow = isBlank(useVideoForm.getState().form)
  const missing = lost.size > 0 ? describeLost(lost.size) : ''
  writeForm({ ...draft, ...found }, missing || (isBlankNow ? '' : 'Form replaced'))
}

/** Uses a picture as the first frame; references, which it excludes, are removed. */
export async function beginWithFrame(image: VideoPicture): Promise<void> {
  await openVideoForm()
  const { form } = useVideoForm.getState()
  const isFree = form.image === null && form.references.length === 0
  writeForm({ ...form, image, references: [] }, isFree ? '' : 'Other images replaced by this frame')
}

/** With a message, a toast can undo what this replaced. */
function writeForm(form: VideoDraft, message: string) {
  const { form: before } = useVideoForm.getState()
  useVideoForm.setState({ form })
  openPanel('video')
  focusPrompt()
  const putBack = () => useVideoForm.setState({ form: before })
  if (message) toast(message, { action: { label: 'Undo', onClick: putBack } })
}

/** Resolves to the pictures of the draft that are not in the media folder any more. */
async function findLost({ image, lastFrame, references }: VideoDraft): Promise<ReadonlySet<string>> {
  const pictures = [image, lastFrame, ...references].filter((picture) => picture !== null)
  const media = [...new Set(pictures.map((picture) => picture.media))]
  const files = await Promise.all(media.map(statMediaFile))
  return new Set(media.filter((_, at) => files[at] === null))
}

function describeLost(count: number): string {
  return count === 1
    ? 'One image is no longer in the media folder.'
    : `${count} images are no longer in the media folder.`
}
