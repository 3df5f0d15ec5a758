// What an item is called, and the words that it is found by.
import type { AnyMaking } from '#shared/schemas/making'
import { toItemTitle } from './made-pictures'

export interface ItemWords {
  readonly title: string
  readonly text: string
}

/** `content` is what a transcript's file holds. */
export function toWords(making: AnyMaking, content: string): ItemWords {
  if (!('kind' in making)) return { title: toItemTitle(making.prompt), text: making.prompt }
  if (making.kind === 'video') {
    const { prompt } = making.form
    return { title: toItemTitle(prompt, 'Video'), text: prompt }
  }
  const { name } = making.source
  return { title: toItemTitle(name, 'Transcript'), text: `${name}\n${content}` }
}
