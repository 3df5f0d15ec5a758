// Refuses a form for a video that no service could make, with the place in it.
import { ApiError } from '#shared/schemas/api-error'
import type { JobFile } from '#shared/schemas/job'
import { VideoForm } from '#shared/schemas/video-job'
import type { Media } from '../media/media'
import { refuseIssue } from '../user-data/kept-file'

export async function checkForm(form: VideoForm, media: Media): Promise<VideoForm> {
  const result = VideoForm.safeParse(form)
  if (!result.success) throw refuseIssue(result.error)
  const { image, lastFrame, references = [], resolution, durationSeconds } = result.data
  if (lastFrame && !image) throw refuse('lastFrame', 'needs an image that the video begins with')
  if (image && references.length > 0)
    throw refuse('references', 'cannot go together with an image that the video begins with')
  const isLarge = resolution === '1080p' || resolution === '4k'
  if (isLarge && durationSeconds !== undefined && durationSeconds !== 8)
    throw refuse('resolution', `${resolution} needs a duration of 8 seconds`)
  if (image) await checkImage(media, image, 'image')
  if (lastFrame) await checkImage(media, lastFrame, 'lastFrame')
  for (const [index, file] of references.entries()) await checkImage(media, file, `references[${index}]`)
  return result.data
}

async function checkImage(media: Media, file: JobFile, place: string): Promise<void> {
  const found = await media.open(file.media).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'NOT_FOUND')
      throw refuse(place, 'the image is not in the media folder')
    throw error
  })
  if (!found.mimeType.startsWith('image/')) throw refuse(place, `must be an image, not ${found.mimeType}`)
}

function refuse(param: string, message: string): ApiError {
  return new ApiError('INVALID_ARGUMENT', `${param}: ${message}`, { param })
}
