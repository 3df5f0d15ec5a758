// Whether a text of a turn is edited in letters of one width, as code is.
import type { Turn } from '#shared/schemas/chat'
import { readFencedBlock } from '../markdown/read-fenced-block'

/** Answers that were asked for as JSON, whatever is JSON, and texts that are nothing but a block of code. */
export function isWrittenAsCode({ role, parameters }: Pick<Turn, 'role' | 'parameters'>, text: string) {
  if (role === 'model' && parameters?.structured?.on) return true
  return isJson(text) || isOneFence(text)
}

/** A lone word or number is JSON, too, but nobody reads it as such. */
function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Only the last line closes it: what stands after a fence is prose again. */
function isOneFence(text: string): boolean {
  const fenced = readFencedBlock(text)
  return fenced !== null && !/^ {0,3}(```|~~~)/m.test(fenced.code)
}
