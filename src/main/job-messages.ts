// Texts of notifications about finished work, and of the warning before quitting while jobs are running.
import type { ApplicationStatus, PendingSave } from '#shared/schemas/application-status'
import type { ConversationKind, Turn } from '#shared/schemas/chat'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import type { VideoJob } from '#shared/schemas/video-job'
import type { FinishedAnswers } from '#workspace/chat/chat'
import { hasGeneratedMedia } from '#workspace/conversations/part-media'
import type { EndedRun } from '#workspace/embeddings/embeddings'
import type { TransferCounts } from '#workspace/user-data/transfers'

export interface JobNotification {
  readonly title: string
  readonly body: string
}

const videoTitles: Partial<Record<VideoJob['state'], string>> = {
  succeeded: 'Video ready',
  failed: 'Video failed',
  filtered: 'Video blocked',
  interrupted: 'Video interrupted',
}

/** Returns undefined if the user has ended the job. */
export function describeEndedVideo({ state, form, error, reasons }: VideoJob): JobNotification | undefined {
  const reason = state === 'failed' ? error?.message : state === 'filtered' ? reasons[0] : undefined
  return toNotification(videoTitles[state], shorten(form.prompt), reason)
}

const transcriptionTitles: Partial<Record<TranscriptionJob['state'], string>> = {
  succeeded: 'Transcript ready',
  failed: 'Transcription failed',
  interrupted: 'Transcription interrupted',
}

export function describeEndedTranscription(job: TranscriptionJob): JobNotification | undefined {
  const reason = job.state === 'failed' ? job.error?.message : undefined
  return toNotification(transcriptionTitles[job.state], job.source.name, reason)
}

/** Returns undefined if the user has stopped all responses. */
export function describeResponses({ conversation, answers }: FinishedAnswers): JobNotification | undefined {
  const failed = answers.filter(({ state }) => state === 'failed')
  const ready = answers.filter(({ state }) => state === 'complete').length
  const title = joinResults('Response', ready, failed.length)
  return toNotification(title, shorten(conversation.title), failed[0]?.error?.message)
}

export function describeStep({ conversation, answers }: FinishedAnswers): JobNotification | undefined {
  const ended = answers.filter(({ state }) => state === 'complete' || state === 'failed')
  const failed = ended.filter((answer) => hasFailed(answer, 'images'))
  const title = joinResults('Image', ended.length - failed.length, failed.length)
  const reason = failed.length > 0 ? (failed[0]?.error?.message ?? 'The model returned no image.') : undefined
  return toNotification(title, shorten(conversation.title), reason)
}

/** A response of an image session without an image is a failure, too; its step shows the reason. */
export function hasFailed({ state, parts }: Turn, kind: ConversationKind): boolean {
  return state === 'failed' || (kind === 'images' && state === 'complete' && !parts.some(hasGeneratedMedia))
}

/** `Image ready`, `4 images ready`, `3 images ready, 1 failed`, `2 images failed`. */
function joinResults(name: 'Image' | 'Response', ready: number, failed: number): string | undefined {
  const countNamed = (number: number) => (number === 1 ? name : count(number, name.toLowerCase()))
  if (ready === 0) return failed > 0 ? `${countNamed(failed)} failed` : undefined
  return failed > 0
    ? `${count(ready, name.toLowerCase())} ready, ${failed} failed`
    : `${countNamed(ready)} ready`
}

export function describeRun({ set: { name, counts }, error }: EndedRun): JobNotification | undefined {
  const subject = shorten(name)
  if (error === null) return toNotification('Embeddings ready', subject, undefined)
  const rows = count(counts.failed, 'row')
  return toNotification(
    rows && counts.done > 0 ? `Embeddings ready, ${rows} failed` : 'Embeddings failed',
    subject,
    error,
  )
}

function toNotification(title: string | undefined, subject: string, reason: string | undefined) {
  return title ? { title, body: reason ? `${subject}\n${shorten(reason)}` : subject } : undefined
}

const maxLength = 140

/** In one line. */
export function shorten(text: string, length = maxLength): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : characters.join('')
}

export interface QuitWarning {
  readonly message: string
  readonly detail: string
  /** Files are being copied, which ends without the user. */
  readonly canWait: boolean
}

interface QuitState {
  readonly jobs: ApplicationStatus['jobs']
  readonly pending?: readonly PendingSave[]
  readonly transfers?: TransferCounts
}

const noTransfers: TransferCounts = { files: 0, exports: 0, imports: 0 }

/** Returns undefined if nothing is in progress, and nothing would be lost. */
export function describeQuitWarning({
  jobs: { videos, transcriptions, embeddings },
  pending = [],
  transfers: { files, exports, imports } = noTransfers,
}: QuitState): QuitWarning | undefined {
  const [unsaved] = pending.filter(({ rescued }) => !rescued)
  if (unsaved)
    return {
      message: 'Quit and lose what isn’t saved?',
      detail: `${unsaved.message} Choose Cancel, fix the problem, then choose Retry save.`,
      canWait: false,
    }
  const counts = [
    ...countTransfers({ files, exports, imports }),
    count(videos, 'video'),
    count(transcriptions, 'transcription'),
    count(embeddings, 'embedding set', 'embedding sets'),
  ].filter((text) => text !== '')
  if (counts.length === 0) return undefined
  const copied = count(files, 'file is', 'files are')
  const sentences = [
    files > 0 && `${copied} still being copied. Files that aren’t complete have to be added again.`,
    exports > 0 && 'An export that isn’t complete leaves no file.',
    imports > 0 && 'An import that isn’t complete leaves no set.',
    videos > 0 &&
      'The provider keeps generating videos and bills them. They download the next time you open Gen Playground.',
    transcriptions > 0 &&
      'Transcriptions resume the next time you open Gen Playground. A chunk being sent now may be billed and isn’t sent again automatically.',
    embeddings > 0 &&
      'Finished embeddings are saved. Run the set again to embed the remaining rows. Requests in progress may be billed.',
  ].filter((sentence) => sentence !== false)
  return {
    message: `Still in progress: ${joinList(counts)}`,
    detail: sentences.join('\n\n'),
    canWait: files + exports + imports > 0,
  }
}

function countTransfers({ files, exports, imports }: TransferCounts): string[] {
  return [
    count(files, 'file being copied', 'files being copied'),
    count(exports, 'export'),
    count(imports, 'import'),
  ]
}

interface OpenWork {
  readonly status: Pick<ApplicationStatus, 'running' | 'jobs'>
  readonly recordings: number
  readonly transfers: TransferCounts
  readonly pending: readonly PendingSave[]
}

/** Why the application must not close to install an update. Returns null if nothing is in progress or unsaved. */
export function describeUpdateBlocker({ status, recordings, transfers, pending }: OpenWork): string | null {
  const { videos, transcriptions, embeddings } = status.jobs
  const counts = [
    count(status.running - videos - transcriptions - embeddings, 'response'),
    count(videos, 'video'),
    count(transcriptions, 'transcription'),
    count(embeddings, 'embedding set', 'embedding sets'),
    count(recordings, 'recording'),
    ...countTransfers(transfers),
  ].filter((text) => text !== '')
  if (counts.length > 0)
    return `Still in progress: ${joinList(counts)}. You can install the update when nothing is running.`
  const [unsaved] = pending
  return unsaved ? `${unsaved.message} Fix the problem, then choose Retry save.` : null
}

function count(number: number, singular: string, plural = `${singular}s`): string {
  if (number <= 0) return ''
  return number === 1 ? `1 ${singular}` : `${number.toLocaleString('en')} ${plural}`
}

function joinList(items: readonly string[]): string {
  if (items.length < 3) return items.join(' and ')
  return `${items.slice(0, -1).join(', ')}, and ${items.at(-1)}`
}
