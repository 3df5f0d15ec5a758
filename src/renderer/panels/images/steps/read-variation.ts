// What an answer of an image model holds: its pictures, a draft while it thinks, its words.
import type { Turn } from '#shared/schemas/chat'
import { type PartFile, readPartFile } from '../../../state/turn-parts'

export interface ReadVariation {
  /** The last one is final (wire §7.2). */
  readonly pictures: readonly PartFile[]
  /** Of its thoughts, the newest; null where there is none. */
  readonly draft: PartFile | null
  readonly text: string
}

export function readVariation({ parts }: Pick<Turn, 'parts'>): ReadVariation {
  const files = parts.flatMap((part) => {
    const file = readPartFile(part)
    return file?.mimeType.startsWith('image/') ? [{ file, isThought: part.thought === true }] : []
  })
  const texts = parts.flatMap((part) => (part.thought || !part.text ? [] : [part.text]))
  return {
    pictures: files.filter(({ isThought }) => !isThought).map(({ file }) => file),
    draft: files.filter(({ isThought }) => isThought).at(-1)?.file ?? null,
    text: texts.join('').trim(),
  }
}

/** Only a picture that a model has drawn, and that has come whole, can be edited. */
export function findFinalPicture(turn: Turn | undefined): PartFile | null {
  const isWhole = turn?.role === 'model' && turn.state === 'complete'
  return isWhole ? (readVariation(turn).pictures.at(-1) ?? null) : null
}
