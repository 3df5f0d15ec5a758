// Texts about jobs: notifications of those that have ended, and the warning before quitting during others.
import type { ApplicationStatus } from '#shared/schemas/application-status'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import type { PendingSave } from '#shared/schemas/unsaved-work'
import type { VideoJob } from '#shared/schemas/video-job'

export interface JobNotification {
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
export function describeEndedVideo({ state, form, error, reasons }: VideoJob): JobNotification | undefined {
  const reason = state === 'failed' ? error?.message : state === 'filtered' ? reasons[0] : undefined
  return toNotification(videoTitles[state], shorten(form.prompt), reason)
}

const transcriptionTitles: Partial<Record<TranscriptionJob['state'], string>> = {
  succeeded: 'The transcript is ready',
  failed: 'A file could not be transcribed',
  interrupted: 'A transcription was interrupted',
}

export function describeEndedTranscription(job: TranscriptionJob): JobNotification | undefined {
  const reason = job.state === 'failed' ? job.error?.message : undefined
  return toNotification(transcriptionTitles[job.state], job.source.name, reason)
}

function toNotification(title: string | undefined, subject: string, reason: string | undefined) {
  return title ? { title, body: reason ? `${subject}\n${shorten(reason)}` : subject } : undefined
}

const longest = 140

function shorten(text: string): string {
  const letters = [...text.replace(/\s+/g, ' ').trim()]
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : letters.join('')
}

export interface QuitWarning {
  readonly message: string
  readonly detail: string
}

/** Undefined if nothing is in progress, and nothing would be lost. */
export function describeQuitWarning(
  { videos, transcriptions, embeddings }: ApplicationStatus['jobs'],
  pending: readonly PendingSave[] = [],
): QuitWarning | undefined {
  const [unsaved] = pending.filter(({ rescued }) => !rescued)
  if (unsaved)
    return {
      message: 'Quit and lose what isn’t saved?',
      detail: `${unsaved.message} Choose Cancel, put that right, then choose Retry save.`,
    }
  const counts = [
    count(videos, 'video'),
    count(transcriptions, 'transcription'),
    count(embeddings, 'set of embeddings', 'sets of embeddings'),
  ].filter((text) => text !== '')
  if (counts.length === 0) return undefined
  const sentences = [
    videos > 0 &&
      'Videos go on being made by the service, and are billed; they are followed and fetched when Gen Playground is started again.',
    transcriptions > 0 &&
      'Transcriptions wait, and go on at the next start. A piece that is on its way now may be billed; it is not sent again by itself.',
    embeddings > 0 &&
      'Embeddings that have come are kept. The other rows wait until their set is run again; those that are on their way now may be billed.',
  ].filter((sentence) => sentence !== false)
  return { message: `${joinWords(counts)} under way.`, detail: sentences.join('\n\n') }
}

function count(number: number, one: string, several = `${one}s`): string {
  if (number === 0) return ''
  return number === 1 ? `1 ${one}` : `${number} ${several}`
}

function joinWords(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' and ')
}
