// The live list of transcriptions: watched while its panel is open, with earlier ended ones fetched as they are scrolled to.
import { create } from 'zustand'
import type { TranscriptionEvent, TranscriptionJob } from '#shared/schemas/transcription-job'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { keepWatching } from '../../../api/keep-watching'
import { announce } from '../../../state/announcement'
import {
  addEarlier,
  emptyList,
  foldTranscriptions,
  listNewlyEnded,
  type TranscriptionList,
} from './transcription-list'

interface Transcriptions {
  readonly list: TranscriptionList
  /** The watch broke, and is being opened again. */
  readonly isLost: boolean
  /** Why earlier ones could not be fetched; a sentence. */
  readonly earlierProblem: string | null
}

export const useTranscriptions = create<Transcriptions>()(() => ({
  list: emptyList,
  isLost: false,
  earlierProblem: null,
}))

const pageLength = 200

/** Until the returned function is called; what is known stays for the next time. */
export function watchTranscriptions(): () => void {
  return keepWatching<TranscriptionEvent>({
    open: (signal) => desktop.transcriptions.watch(undefined, { signal }),
    onEvent: take,
    onLost: () => {
      useTranscriptions.setState({ isLost: true })
      return true
    },
  })
}

function take(event: TranscriptionEvent) {
  const { list: before } = useTranscriptions.getState()
  const list = foldTranscriptions(before, event)
  useTranscriptions.setState({ list, isLost: false })
  const ended = event.type === 'jobs' ? listNewlyEnded(before, list) : []
  if (ended.length > 0) announce(ended.map(describeEnd).join(' '))
}

let fetching = false

/** Those before the earliest that is there; where they cannot be read, the store says why. */
export async function fetchEarlier(): Promise<void> {
  const { earliest, hasEarlier } = useTranscriptions.getState().list
  if (fetching || !hasEarlier || earliest === null) return
  fetching = true
  useTranscriptions.setState({ earlierProblem: null })
  try {
    const jobs = await desktop.transcriptions.list({ before: earliest, limit: pageLength })
    const { list } = useTranscriptions.getState()
    // A new snapshot has begun the list anew meanwhile.
    if (list.earliest !== earliest) return
    useTranscriptions.setState({ list: addEarlier(list, { jobs, limit: pageLength }) })
  } catch (error) {
    useTranscriptions.setState({ earlierProblem: describeError(error) })
  } finally {
    fetching = false
  }
}

/** Every ended one, fetched or not, the newest first. */
export async function listAllEnded(): Promise<TranscriptionJob[]> {
  const { list } = useTranscriptions.getState()
  const jobs = [...list.ended]
  let { earliest, hasEarlier } = list
  while (hasEarlier && earliest !== null) {
    const page: TranscriptionJob[] = await desktop.transcriptions.list({ before: earliest, limit: 500 })
    jobs.push(...page)
    hasEarlier = page.length === 500
    earliest = page.at(-1)?.id ?? null
  }
  return jobs
}

/** Undefined where it is not among those that were fetched. */
export function findTranscription(list: TranscriptionList, id: string): TranscriptionJob | undefined {
  return list.open.find((job) => job.id === id) ?? list.ended.find((job) => job.id === id)
}

function describeEnd({ source: { name }, state, words }: TranscriptionJob): string {
  if (state === 'succeeded') return `${name} is transcribed${words === null ? '' : `, ${words} words`}.`
  return state === 'cancelled' ? `${name} was cancelled.` : `${name} could not be transcribed.`
}
