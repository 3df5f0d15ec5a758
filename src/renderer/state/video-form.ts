// The form of the next video: kept on the disk, changed, used again.
import { toast } from 'sonner'
import type { VideoForm } from '#shared/schemas/video-job'
import { desktop } from '../api/desktop'
import { describeKeptFile } from './keep-file'
import { createKeptForm, type KeptForm } from './kept-form'
import { openPanel } from './navigation'
import { wishToWrite } from './prompt-focus'
import {
  dropSent,
  isBlank,
  readVideoDraft,
  toVideoDraft,
  toVideoForm,
  type VideoDraft,
  type VideoPicture,
} from './video-draft'
import { openMadeVideo } from './video-view'

const kept: KeptForm<VideoDraft> = createKeptForm('video', readVideoDraft)
export const useVideoForm: KeptForm<VideoDraft>['useForm'] = kept.useForm
export const openVideoForm: KeptForm<VideoDraft>['open'] = kept.open

export function changeVideoForm(part: Partial<VideoDraft>) {
  useVideoForm.setState(({ form }) => ({ form: { ...form, ...part } }))
}

/** Sends what nothing is wrong with, and opens its job. Where it is refused, all of it stays. */
export async function makeVideo(draft: VideoDraft): Promise<void> {
  const { id } = await desktop.videos.make(toVideoForm(draft))
  useVideoForm.setState(({ form }) => ({ form: dropSent(form, draft) }))
  openMadeVideo(id)
}

/** In the place of what stands there, with a way back; nothing is sent. */
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
  writeForm({ ...draft, ...found }, missing || (isBlankNow ? '' : 'What stood in the form was replaced.'))
}

/** A picture that the next video begins with; references, which it excludes, go. */
export async function beginWithFrame(image: VideoPicture): Promise<void> {
  await openVideoForm()
  const { form } = useVideoForm.getState()
  const isFree = form.image === null && form.references.length === 0
  writeForm({ ...form, image, references: [] }, isFree ? '' : 'The frame took the place of other pictures.')
}

/** Where words are told, there is a way back to what stood there. */
function writeForm(form: VideoDraft, words: string) {
  const { form: before } = useVideoForm.getState()
  useVideoForm.setState({ form })
  openPanel('video')
  wishToWrite()
  const putBack = () => useVideoForm.setState({ form: before })
  if (words) toast(words, { action: { label: 'Undo', onClick: putBack } })
}

/** Of the pictures that go with it, those that are in the media folder no more. */
async function findLost({ image, lastFrame, references }: VideoDraft): Promise<ReadonlySet<string>> {
  const pictures = [image, lastFrame, ...references].filter((picture) => picture !== null)
  const media = [...new Set(pictures.map((picture) => picture.media))]
  const files = await Promise.all(media.map(describeKeptFile))
  return new Set(media.filter((_, at) => files[at] === null))
}

function describeLost(count: number): string {
  return count === 1
    ? 'One of its pictures is not in the media folder any more.'
    : `${count} of its pictures are not in the media folder any more.`
}
