// Tells whether bytes are text, and of which kind by the file's name.
import { extname } from 'node:path'
import type { MediaType } from './media-signatures'

/** The text types that models take; every other text is plain. */
export const textTypes: readonly MediaType[] = [
  { mimeType: 'text/plain', extension: 'txt' },
  { mimeType: 'text/markdown', extension: 'md' },
  { mimeType: 'text/csv', extension: 'csv' },
  { mimeType: 'text/html', extension: 'html' },
  { mimeType: 'text/xml', extension: 'xml' },
  { mimeType: 'text/css', extension: 'css' },
  { mimeType: 'text/javascript', extension: 'js' },
  { mimeType: 'text/x-python', extension: 'py' },
]

const otherEndings: Readonly<Record<string, string>> = {
  markdown: 'md',
  htm: 'html',
  svg: 'xml',
  mjs: 'js',
  cjs: 'js',
}

/** Undefined where the head is no text in UTF-8. */
export function readTextType(head: Uint8Array, name: string): MediaType | undefined {
  if (!isText(head)) return undefined
  const ending = extname(name).slice(1).toLowerCase()
  const extension = otherEndings[ending] ?? ending
  return textTypes.find((type) => type.extension === extension) ?? textTypes[0]
}

/** The head may end within a letter. */
function isText(head: Uint8Array): boolean {
  if (head.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}
