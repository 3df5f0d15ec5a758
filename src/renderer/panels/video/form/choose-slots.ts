// Which place of the form pictures go to that are dropped on the panel or pasted.
import { maxVideoReferences, type VideoDraft } from '../../../state/video-form'

export type Slot = 'image' | 'lastFrame' | 'references'

export const slotNames: Readonly<Record<Slot, string>> = {
  image: 'first frame',
  lastFrame: 'last frame',
  references: 'reference',
}

type Pictures = Pick<VideoDraft, 'image' | 'lastFrame' | 'references'>

/** One place for each picture, in their order; a sentence where there is no room for all of them. */
export function chooseSlots({ image, lastFrame, references }: Pictures, count: number): Slot[] | string {
  if (references.length > 0) {
    return references.length + count <= maxVideoReferences
      ? Array.from({ length: count }, () => 'references')
      : `A video takes ${maxVideoReferences} references at the most. Take one away first.`
  }
  const free: Slot[] = [...(image ? [] : ['image' as const]), ...(lastFrame ? [] : ['lastFrame' as const])]
  if (count <= free.length) return free.slice(0, count)
  if (free.length === 2 && count <= maxVideoReferences) {
    return Array.from({ length: count }, () => 'references')
  }
  return free.length === 2
    ? `A video takes ${maxVideoReferences} references at the most, and these are ${count} pictures.`
    : 'There is no room beside the frames that are set. Take one away first.'
}

/** What a drop will do, while it hovers. */
export function describeDrop(slots: Slot[] | string): string {
  if (typeof slots === 'string') return 'No room for these pictures'
  if (slots[0] === 'references')
    return slots.length === 1 ? 'Add a reference' : `Add ${slots.length} references`
  return `Set the ${slots.map((slot) => slotNames[slot]).join(' and the ')}`
}
