// A making as text inside a picture, and back again from a text that may be anybody's.
import { Making } from '#shared/schemas/making'

/** In bytes; a longer text is not looked into: no making of ours is so long. */
export const longestText = 16 * 1_048_576

/** JSON in which every character can stand in XML as well. */
export function writeMaking(making: Making): string {
  return JSON.stringify(making).replace(/[\ufffe\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`)
}

export function readMaking(text: string): Making | null {
  try {
    return Making.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
