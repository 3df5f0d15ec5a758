// A block that is nothing but fenced code: it needs no reading as Markdown, however long it grows.
import { closesFence, readFence } from './read-line'

interface FencedBlock {
  readonly language: string
  readonly code: string
}

/** Null where the block holds anything else. */
export function readFencedBlock(text: string): FencedBlock | null {
  const blank = /^(?:[ \t]*\n)*/.exec(text)?.[0].length ?? 0
  const block = text.slice(blank)
  if (!/^(```|~~~)/.test(block)) return null
  const end = block.indexOf('\n')
  const first = end < 0 ? block : block.slice(0, end)
  const fence = readFence(first, false)
  if (!fence) return null
  const language = first.slice(fence.length).trim().split(/\s/, 1)[0] ?? ''
  if (end < 0) return { language, code: '' }
  const body = block.slice(end + 1)
  const trimmed = body.trimEnd()
  const lastLineAt = trimmed.lastIndexOf('\n') + 1
  const isClosed = closesFence(trimmed.slice(lastLineAt), fence)
  return { language, code: (isClosed ? body.slice(0, lastLineAt) : body).replace(/\n$/, '') }
}
