// Pictures of the form taken away, or from one place to another.
import { maxVideoReferences, type VideoDraft, type VideoPicture } from '../../../state/video-form'
import type { Slot } from './choose-slots'

type Pictures = Pick<VideoDraft, 'image' | 'lastFrame' | 'references'>

interface Place {
  readonly slot: Slot
  /** Among the references; 0 of a frame. */
  readonly at: number
}

/** Other places where it has room. */
export function listElsewhere({ image, lastFrame, references }: Pictures, slot: Slot): Slot[] {
  const hasRoom = {
    image: !image,
    lastFrame: !lastFrame,
    references: references.length < maxVideoReferences,
  }
  const slots: Slot[] = ['image', 'lastFrame', 'references']
  return slots.filter((other) => other !== slot && hasRoom[other])
}

export function removePicture(pictures: Pictures, { slot, at }: Place): Partial<Pictures> {
  if (slot !== 'references') return { [slot]: null }
  return { references: pictures.references.filter((_, index) => index !== at) }
}

export function movePicture(pictures: Pictures, from: Place, to: Slot): Partial<Pictures> {
  const picture = findPicture(pictures, from)
  if (!picture) return {}
  const taken = removePicture(pictures, from)
  if (to !== 'references') return { ...taken, [to]: picture }
  return { ...taken, references: [...(taken.references ?? pictures.references), picture] }
}

function findPicture(pictures: Pictures, { slot, at }: Place): VideoPicture | null {
  return slot === 'references' ? (pictures.references[at] ?? null) : pictures[slot]
}
