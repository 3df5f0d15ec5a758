// What a turn says, as blocks that can be written in any format.
import type { Turn } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'
import { innerParts } from '../part-media'
import { readMedia } from './media-references'

export type Block =
  | { readonly kind: 'text' | 'thoughts'; readonly text: string }
  /** A title and what stands in a box below it. */
  | { readonly kind: 'code'; readonly title: string; readonly language: string; readonly code: string }
  | { readonly kind: 'media'; readonly hash: string; readonly mimeType: string }
  | { readonly kind: 'link'; readonly title: string; readonly url: string }

/** Neighbours of one kind are one text: a block of code may go on from one part to the next. */
export function toBlocks({ parts }: Pick<Turn, 'parts'>): Block[] {
  const blocks: Block[] = []
  for (const block of parts.flatMap(readPart)) {
    const last = blocks.at(-1)
    if (isText(block) && last && isText(last) && last.kind === block.kind)
      blocks[blocks.length - 1] = { ...last, text: last.text + block.text }
    else blocks.push(block)
  }
  return blocks
}

function isText(block: Block): block is Block & { kind: 'text' | 'thoughts' } {
  return block.kind === 'text' || block.kind === 'thoughts'
}

function readPart(part: Part): Block[] {
  const { text, thought, functionCall, functionResponse } = part
  const blob = part.inlineData ?? part.inline_data
  const file = part.fileData ?? part.file_data
  const hash = readMedia(blob)
  return [
    ...(text ? [{ kind: thought === true ? 'thoughts' : 'text', text } as const] : []),
    ...(hash ? [{ kind: 'media', hash, mimeType: blob?.mimeType ?? blob?.mime_type ?? '' } as const] : []),
    ...(file ? [toLink(file.fileUri ?? file.file_uri ?? '')] : []),
    ...(functionCall ? [toJsonBlock(`Function call: ${functionCall.name}`, functionCall.args ?? {})] : []),
    ...(functionResponse
      ? [toJsonBlock(`Function result: ${functionResponse.name}`, functionResponse.response)]
      : []),
    ...(innerParts(part) ?? []).flatMap(readPart),
    ...readCode(part),
  ]
}

function toLink(url: string): Block {
  return { kind: 'link', title: url, url }
}

function toJsonBlock(title: string, value: unknown): Block {
  return { kind: 'code', title, language: 'json', code: JSON.stringify(value, null, 2) }
}

/** Code that the model itself has run (wire §2.1); the schema of parts does not name it. */
function readCode({ executableCode, codeExecutionResult }: Part): Block[] {
  const code = readText(executableCode, 'code')
  const output = readText(codeExecutionResult, 'output')
  return [
    ...(code === undefined ? [] : [codeBlock('Code', readText(executableCode, 'language') ?? '', code)]),
    ...(output === undefined ? [] : [codeBlock('Output', '', output)]),
  ]
}

function codeBlock(title: string, language: string, code: string): Block {
  return { kind: 'code', title, language: language.toLowerCase().replace(/[^a-z0-9+#-]/g, ''), code }
}

function readText(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  // Any object may be asked for a name.
  const text = (value as Readonly<Record<string, unknown>>)[name]
  return typeof text === 'string' ? text : undefined
}
