// Recognizes code in a turn, which is edited in a monospaced font.
import type { Turn } from '#shared/schemas/chat'
import { findJsonError } from '../../../components/json-error'
import { readFencedBlock } from '../markdown/markdown-lines'

/** Whether to edit in a monospaced font: answers requested as JSON, any JSON, and a single code block. */
export function isCode({ role, parameters }: Pick<Turn, 'role' | 'parameters'>, text: string) {
  if (role === 'model' && parameters?.structured?.on) return true
  // A single word or number is valid JSON, too, but not intended as JSON.
  if (/^\s*[[{]/.test(text)) return findJsonError(text) === null
  const fenced = readFencedBlock(text)
  // Only the last line closes the fence: after a closing fence there would be prose.
  return fenced !== null && !/^ {0,3}(```|~~~)/m.test(fenced.code)
}
