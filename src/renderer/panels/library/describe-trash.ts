// What emptying the trash does, in words.
import type { TrashPreview, TrashUse } from '#shared/schemas/library'
import { formatBytes } from '../../components/format'
import { countItems } from './describe-item'

export function describeWhatGoes({ items, bytes, inUse }: TrashPreview): string {
  if (items > 0) {
    return `${countItems(items)} will be deleted permanently, which frees ${formatBytes(bytes)}. This can’t be undone.`
  }
  return inUse.length > 0 ? 'Everything in the trash is still in use.' : 'The trash is empty.'
}

const maxPlaces = 4

/** A sentence for each of the first places that keep items in the trash. */
export function describeUses(uses: readonly TrashUse[]): string[] {
  const more = uses.slice(maxPlaces).reduce((sum, { items }) => sum + items, 0)
  return [
    ...uses.slice(0, maxPlaces).map((use) => `${countStaying(use.items)}: still used in ${namePlace(use)}.`),
    ...(more > 0 ? [`${countStaying(more)}: still used elsewhere.`] : []),
  ]
}

function countStaying(items: number): string {
  return `${countItems(items)} ${items === 1 ? 'stays' : 'stay'} in the trash`
}

const places: Readonly<Record<TrashUse['place'], readonly [named: string, unnamed: string]>> = {
  session: ['the session', 'a session'],
  chat: ['the chat', 'a chat'],
  draft: ['the draft of', 'a draft'],
  form: ['the form', 'a form that isn’t sent yet'],
  job: ['the job', 'a video or transcription job'],
  item: ['', 'another item'],
}

function namePlace({ place, title }: TrashUse): string {
  const [named, unnamed] = places[place]
  return title ? `${named} “${shorten(title)}”`.trim() : unnamed
}

const maxTitle = 60

/** Without its last period, because the sentence has one. */
function shorten(whole: string): string {
  const title = whole.replace(/\.$/, '')
  const letters = [...title]
  return letters.length <= maxTitle
    ? title
    : `${letters
        .slice(0, maxTitle - 1)
        .join('')
        .trimEnd()}…`
}
