// How a transcription and the whole list are described: state, size, progress, problems.
import type { Piece, TranscriptionJob } from '#shared/schemas/transcription-job'
import { formatBytes, formatCount, formatLength, formatPlural } from '../../../components/format'
import type { JobList } from '../../../jobs/live-jobs'

/** `prepared`: the share of the file that has been searched for silences, from 0 to 1. */
export function describeState(job: TranscriptionJob, prepared?: number): string {
  const { state, pausing, pieces } = job
  switch (state) {
    case 'queued':
      return 'Queued'
    case 'preparing':
      if (pausing) return 'Pausing…'
      return prepared ? `Preparing ${Math.floor(prepared * 100)}%` : 'Preparing…'
    case 'sending':
      if (job.waiting !== null && pieces.every((piece) => piece.state !== 'sending')) return 'Queued'
      return pausing ? 'Pausing after this chunk…' : describeSending(job)
    case 'paused':
      return [
        'Paused',
        pieces.length > 1 && `after ${formatCount(countDone(job))} of ${formatCount(pieces.length)} chunks`,
      ]
        .filter(Boolean)
        .join(' ')
    case 'succeeded':
      return ['Done', describeWords(job)].filter(Boolean).join(', ')
    case 'failed':
      return 'Failed'
    case 'interrupted':
      return 'Interrupted'
    case 'cancelled':
      return 'Canceled'
  }
}

/** `12 words`; `2 characters` if there are only symbols; empty if they are not known. */
export function describeWords({ words, preview }: Pick<TranscriptionJob, 'words' | 'preview'>): string {
  if (words === null) return ''
  if (words > 0) return formatPlural(words, 'word')
  return preview === '' ? 'no speech detected' : formatPlural(preview.length, 'character')
}

/** Once all bytes of a piece are sent, the model is working. */
function describeSending({ pieces }: TranscriptionJob): string {
  const at = pieces.findIndex(({ state }) => state === 'sending')
  const piece = pieces[at]
  const which =
    pieces.length > 1 && at >= 0 ? ` chunk ${formatCount(at + 1)} of ${formatCount(pieces.length)}` : ''
  if (!piece?.bytes || piece.sent === 0) return `Sending${which}`
  if (piece.sent >= piece.bytes) return `Transcribing${which}`
  return `Sending${which}, ${Math.floor((piece.sent / piece.bytes) * 100)}%`
}

/** `12:04 · 11.2 MB`; unknown parts are omitted. */
export function describeSource({ source: { seconds, bytes } }: TranscriptionJob): string {
  return [seconds !== null && formatLength(seconds), formatBytes(bytes)].filter(Boolean).join(' · ')
}

interface Detail {
  readonly text: string
  readonly tone: 'problem' | 'waiting' | 'text' | 'settings'
}

/** The line below the name: a problem, the reason for waiting, the text received so far, or the settings. */
export function describeDetail(job: TranscriptionJob): Detail {
  const { state, error, waiting, preview, endedAt } = job
  const advice = adviceOf(job)
  if (state === 'failed' || state === 'interrupted')
    return { tone: 'problem', text: [error?.message, advice].filter(Boolean).join(' ') }
  if (waiting) return { tone: 'waiting', text: waiting }
  if (preview === '') return { tone: 'settings', text: describeSettings(job) }
  return {
    tone: 'text',
    text: endedAt === null ? `… ${preview.slice(-maxLiveChars).trimStart()}` : shorten(preview),
  }
}

/** `gen-4o-transcribe · en · T 0.2`; a prompt is only mentioned. */
function describeSettings({ settings }: TranscriptionJob): string {
  const { model, language, prompt, temperature, streaming, skipSilences } = settings
  return [
    model,
    language,
    prompt && 'prompt',
    temperature !== undefined && `T ${temperature}`,
    streaming && 'streaming',
    skipSilences && 'skip silences',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** How much is not sent; null if silences are sent. */
export function describeSkipped({ settings, source, state, pieces }: TranscriptionJob): string | null {
  if (!settings.skipSilences) return null
  const isPlanned = pieces.length > 0 || state === 'succeeded'
  if (!isPlanned || source.seconds === null) return 'Long ones are skipped'
  const starts = [...pieces.map(({ from }) => from), source.seconds * 1000]
  const ends = [0, ...pieces.map(({ to }) => to)]
  // Chunks may overlap.
  const skipped = starts.reduce((sum, from, at) => sum + Math.max(0, from - (ends[at] ?? 0)), 0)
  return skipped < 1000 ? 'None of 5 s or more' : `${formatLength(skipped / 1000)} skipped`
}

/** The audio that was sent and transcribed, without silences; null without any, or if its length is unknown. */
export function countTranscribedSeconds({
  state,
  source,
  pieces,
}: Pick<TranscriptionJob, 'state' | 'source' | 'pieces'>): number | null {
  if (pieces.length === 0) return state === 'succeeded' ? source.seconds : null
  const done = pieces.filter((piece) => piece.state === 'done')
  const milliseconds = done.reduce((sum, { from, to }) => sum + to - from, 0)
  return milliseconds > 0 ? milliseconds / 1000 : null
}

/** Limit for a text that is still streaming: its end is shown on one line. */
const maxLiveChars = 90
/** Limit for a complete text. */
const maxChars = 400

function shorten(text: string): string {
  return text.length > maxChars ? `${text.slice(0, maxChars).trimEnd()}…` : text
}

/** Advice after a failure; empty if there is nothing to do. */
export function adviceOf({ state, error, pieces }: TranscriptionJob): string {
  if (state === 'interrupted')
    return 'Interrupted during a request that may have been billed. Retry sends only the unfinished part.'
  if (state !== 'failed') return ''
  if (error?.retryAfter !== undefined) return `You can retry in ${describeWait(error.retryAfter)}.`
  if (error?.code === 'UNAUTHENTICATED' || error?.code === 'PERMISSION_DENIED')
    return 'Check the provider’s API key in Settings, then retry.'
  if (error?.code === 'INVALID_ARGUMENT') return 'Try a different file or different settings.'
  return pieces.some((piece) => piece.state === 'done')
    ? 'Retry sends only unfinished chunks.'
    : 'Retry to send it again.'
}

/** The whole row, for screen readers. */
export function describeJob(job: TranscriptionJob): string {
  const { text } = describeDetail(job)
  return [job.source.name, describeState(job), describeSource(job), describePieces(job), text]
    .filter(Boolean)
    .join(', ')
}

/** Empty if there is only one. */
export function describePieces({ pieces }: TranscriptionJob): string {
  if (pieces.length < 2) return ''
  const names = ['done', 'sending', 'waiting', 'failed', 'interrupted'] as const
  const counts = names.flatMap((name) => {
    const count = pieces.filter(({ state }) => state === name).length
    return count > 0 ? [`${formatCount(count)} ${name}`] : []
  })
  const splitInSpeech = pieces.filter(({ begins }) => begins === 'speech').length
  const cuts = splitInSpeech === 0 ? '' : ` · ${formatCount(splitInSpeech)} split during speech`
  return `${formatCount(pieces.length)} chunks: ${counts.join(', ')}${cuts}`
}

/** By length, from 0 to 100: what was sent or received. */
export function toSentPercent({ pieces }: TranscriptionJob): number {
  const shareOf = ({ state, sent, bytes }: Piece) =>
    state === 'sending' ? (bytes ? Math.min(1, sent / bytes) : 0) : Number(state === 'done')
  const total = pieces.reduce((sum, { from, to }) => sum + to - from, 0)
  const sent = pieces.reduce((sum, piece) => sum + (piece.to - piece.from) * shareOf(piece), 0)
  return Math.round((sent / Math.max(1, total)) * 100)
}

function countDone({ pieces }: TranscriptionJob): number {
  return pieces.filter(({ state }) => state === 'done').length
}

function describeWait(seconds: number): string {
  if (seconds < 100) return `${Math.max(1, Math.ceil(seconds))} s`
  return `${formatCount(Math.ceil(seconds / 60))} min`
}

/** A failed file can only be retried. */
export function isFailed({ state }: TranscriptionJob): boolean {
  return state === 'failed' || state === 'interrupted'
}

/** `4 copying · 2 in progress · 10 queued · 1 failed · 3 finished`; without zeros. */
export function describeQueue({ open, total, failed }: JobList<TranscriptionJob>, copying = 0): string {
  const count = (...states: readonly string[]) => open.filter(({ state }) => states.includes(state)).length
  const parts = [
    [copying, 'copying'],
    [count('preparing', 'sending'), 'in progress'],
    [count('queued'), 'queued'],
    [count('paused'), 'paused'],
    [failed, 'failed'],
    [Math.max(0, total - open.length - failed), 'finished'],
  ] as const
  const present = parts.filter(([number]) => number > 0)
  if (present.length === 0) return formatPlural(0, 'file')
  return present.map(([number, label]) => `${formatCount(number)} ${label}`).join(' · ')
}
