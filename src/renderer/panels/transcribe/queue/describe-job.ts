// A transcription in words: its state, its figures, what stands in its way.
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import { formatBytes, formatClock, formatCount } from '../../../components/format'

export function describeState(job: TranscriptionJob): string {
  const { state, pausing, pieces, words } = job
  switch (state) {
    case 'queued':
      return 'Queued'
    case 'preparing':
      return pausing ? 'Pausing' : 'Preparing'
    case 'sending':
      if (job.waiting !== null && pieces.every((piece) => piece.state !== 'sending')) return 'Waiting'
      return pausing ? 'Pausing after this piece' : describeSending(job)
    case 'paused':
      return ['Paused', pieces.length > 1 && `after ${countDone(job)} of ${pieces.length} pieces`]
        .filter(Boolean)
        .join(' ')
    case 'succeeded':
      return words === null ? 'Done' : `Done, ${countWords(words)}`
    case 'failed':
      return 'Failed'
    case 'interrupted':
      return 'Interrupted'
    case 'cancelled':
      return 'Cancelled'
  }
}

/** Once all bytes of a piece have gone out, the model is at work. */
function describeSending({ pieces }: TranscriptionJob): string {
  const at = pieces.findIndex(({ state }) => state === 'sending')
  const piece = pieces[at]
  const which = pieces.length > 1 && at >= 0 ? ` piece ${at + 1} of ${pieces.length}` : ''
  if (!piece?.bytes || piece.sent === 0) return `Sending${which}`
  if (piece.sent >= piece.bytes) return `Transcribing${which}`
  return `Sending${which}, ${Math.floor((piece.sent / piece.bytes) * 100)} %`
}

/** `12:04 · 11.2 MB`; what is not known is left out. */
export function describeFigures({ source: { seconds, bytes } }: TranscriptionJob): string {
  return [seconds !== null && formatClock(seconds), formatBytes(bytes)].filter(Boolean).join(' · ')
}

interface Detail {
  readonly text: string
  readonly tone: 'trouble' | 'waiting' | 'words' | 'settings'
}

/** What stands below the name: trouble first, then what it waits for, then the words that have come, else with what it is sent. */
export function describeDetail(job: TranscriptionJob): Detail {
  const { state, error, waiting, preview } = job
  const advice = adviceOf(job)
  if (state === 'failed' || state === 'interrupted')
    return { tone: 'trouble', text: [error?.message, advice].filter(Boolean).join(' ') }
  if (waiting) return { tone: 'waiting', text: waiting }
  if (preview === '') return { tone: 'settings', text: describeSettings(job) }
  const isGrowing = state !== 'succeeded'
  return {
    tone: 'words',
    text: isGrowing ? `… ${preview.slice(-newest).trimStart()}` : preview.slice(0, mostShown),
  }
}

/** `gen-4o-transcribe · en · T 0.2`; a prompt only as such. */
function describeSettings({ settings }: TranscriptionJob): string {
  const { model, language, prompt, temperature, streaming } = settings
  return [
    model,
    language,
    prompt && 'prompt',
    temperature !== undefined && `T ${temperature}`,
    streaming && 'streaming',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Letters of a text that still grows: the last of them are to be seen in one line. */
const newest = 90
/** Letters of one that is whole. */
const mostShown = 240

/** What to do about an end that was none; empty where nothing is to be done. */
export function adviceOf({ state, error, pieces }: TranscriptionJob): string {
  if (state === 'interrupted')
    return 'It was cut off in a call that may have been billed. Retry sends only what has not come.'
  if (state !== 'failed') return ''
  if (error?.retryAfter !== undefined) return `Retry makes sense in ${describeWait(error.retryAfter)}.`
  if (error?.code === 'UNAUTHENTICATED' || error?.code === 'PERMISSION_DENIED')
    return 'Check the key of the upstream in Settings, then retry.'
  if (error?.code === 'INVALID_ARGUMENT') return 'Another file, or other settings, may be taken.'
  const done = pieces.filter((piece) => piece.state === 'done').length
  return done > 0 ? 'Retry sends only the pieces that have not come.' : 'Retry sends it again.'
}

/** For whoever cannot see the row. */
export function describeJob(job: TranscriptionJob): string {
  const { text } = describeDetail(job)
  return [job.source.name, describeState(job), describeFigures(job), describePieces(job), text]
    .filter(Boolean)
    .join(', ')
}

/** Empty where there are not several. */
export function describePieces({ pieces }: TranscriptionJob): string {
  if (pieces.length < 2) return ''
  const names = ['done', 'sending', 'waiting', 'failed', 'interrupted'] as const
  const counts = names.flatMap((name) => {
    const count = pieces.filter(({ state }) => state === name).length
    return count > 0 ? [`${count} ${name}`] : []
  })
  const torn = pieces.filter(({ begins }) => begins === 'speech').length
  const cuts = torn === 0 ? '' : `; ${torn} cut in the midst of speech`
  return `${pieces.length} pieces: ${counts.join(', ')}${cuts}`
}

function countWords(words: number): string {
  return words === 1 ? '1 word' : `${formatCount(words)} words`
}

/** `1 file`, `1,234 files`. */
export function countFiles(count: number): string {
  return count === 1 ? '1 file' : `${formatCount(count)} files`
}

function countDone({ pieces }: TranscriptionJob): number {
  return pieces.filter(({ state }) => state === 'done').length
}

function describeWait(seconds: number): string {
  if (seconds < 100) return `${Math.max(1, Math.ceil(seconds))} s`
  return `${Math.ceil(seconds / 60)} min`
}
