// What quitting means for the jobs under way, in the words of the dialog that asks before it.
import type { ApplicationStatus } from '#shared/schemas/application-status'
import type { PendingSave } from '#shared/schemas/unsaved-work'

export interface QuitWarning {
  readonly message: string
  readonly detail: string
}

/** Undefined if nothing is in progress, and nothing would be lost. */
export function warnOfQuitting(
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
