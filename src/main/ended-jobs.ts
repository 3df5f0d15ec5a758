// What is told of a job that has ended by itself, in the words of a notification.
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import type { VideoJob } from '#shared/schemas/video-job'

export interface EndedJob {
  readonly title: string
  readonly body: string
}

const videoTitles: Partial<Record<VideoJob['state'], string>> = {
  succeeded: 'The video is ready',
  failed: 'A video could not be made',
  filtered: 'A video was filtered',
  interrupted: 'A video was interrupted',
}

/** Undefined for what the user has ended. */
export function tellEndedVideo({ state, form, error, reasons }: VideoJob): EndedJob | undefined {
  const title = videoTitles[state]
  if (!title) return undefined
  const reason = state === 'failed' ? error?.message : state === 'filtered' ? reasons[0] : undefined
  return { title, body: reason ? `${shorten(form.prompt)}\n${shorten(reason)}` : shorten(form.prompt) }
}

const transcriptionTitles: Partial<Record<TranscriptionJob['state'], string>> = {
  succeeded: 'The transcript is ready',
  failed: 'A file could not be transcribed',
  interrupted: 'A transcription was interrupted',
}

export function tellEndedTranscription({ state, source, error }: TranscriptionJob): EndedJob | undefined {
  const title = transcriptionTitles[state]
  if (!title) return undefined
  const reason = state === 'failed' ? error?.message : undefined
  return { title, body: reason ? `${source.name}\n${shorten(reason)}` : source.name }
}

const longest = 140

function shorten(text: string): string {
  const letters = [...text.replace(/\s+/g, ' ').trim()]
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : letters.join('')
}
