// What quitting means for the jobs under way, in the words of the dialog that asks before it.
import type { ApplicationStatus } from '#shared/schemas/application-status'

export interface QuitWarning {
  readonly message: string
  readonly detail: string
}

/** Undefined where no job is under way. */
export function warnOfQuitting({
  videos,
  transcriptions,
}: ApplicationStatus['jobs']): QuitWarning | undefined {
  if (videos + transcriptions === 0) return undefined
  const counts = [count(videos, 'video'), count(transcriptions, 'transcription')].filter(
    (text) => text !== '',
  )
  const sentences = [
    videos > 0 &&
      'Videos go on being made by the service, and are billed; they are followed and fetched when Gen Playground is started again.',
    transcriptions > 0 &&
      'Transcriptions wait, and go on at the next start. A piece that is on its way now may be billed; it is not sent again by itself.',
  ].filter((sentence) => sentence !== false)
  return { message: `${counts.join(' and ')} under way.`, detail: sentences.join('\n\n') }
}

function count(number: number, noun: string): string {
  if (number === 0) return ''
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`
}
