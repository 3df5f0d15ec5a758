// Converts turns to blocks of text, code, media and links for exports, and lists their sources.

import { z } from 'zod'
import type { Turn } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'
import { writeExactJson } from '#shared/wire/exact-json'
import { innerParts, readMedia } from '../part-media'

export type Block =
  | { readonly kind: 'text' | 'thoughts'; readonly text: string }
  /** A title, and code in a box below it. */
  | { readonly kind: 'code'; readonly title: string; readonly language: string; readonly code: string }
  /** `name`: as the user attached the file; null if a model generated it. */
  | { readonly kind: 'media'; readonly hash: string; readonly mimeType: string; readonly name: string | null }
  | { readonly kind: 'link'; readonly title: string; readonly url: string }

/** Joins adjacent texts of one kind, because a block of code may continue in the next part. */
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
    ...(hash ? [toMediaBlock(hash, blob ?? {})] : []),
    ...(file ? [toLink(file.fileUri ?? file.file_uri ?? '')] : []),
    ...(functionCall ? [toJsonBlock(`Function call: ${functionCall.name}`, functionCall.args ?? {})] : []),
    ...(functionResponse
      ? [toJsonBlock(`Function result: ${functionResponse.name}`, functionResponse.response)]
      : []),
    ...(innerParts(part) ?? []).flatMap(readPart),
    ...readCode(part),
  ]
}

type Blob = NonNullable<Part['inlineData']>

function toMediaBlock(hash: string, { mimeType, mime_type, fileName }: Partial<Blob>): Block {
  const name = typeof fileName === 'string' && fileName.trim() ? fileName.trim() : null
  return { kind: 'media', hash, mimeType: mimeType ?? mime_type ?? '', name }
}

function toLink(url: string): Block {
  return { kind: 'link', title: url, url }
}

function toJsonBlock(title: string, value: unknown): Block {
  return { kind: 'code', title, language: 'json', code: writeExactJson(value, 2) }
}

/** Code that the model has run (wire §2.1), which is not in the schema of parts. */
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
  // Any object can be indexed by a name.
  const text = (value as Readonly<Record<string, unknown>>)[name]
  return typeof text === 'string' ? text : undefined
}

interface Source {
  readonly title: string
  readonly url: string
}

const Grounding = z.object({
  groundingChunks: z.array(
    z.object({ web: z.object({ uri: z.string(), title: z.string().optional() }).optional() }),
  ),
})
const Pages = z.object({ urlMetadata: z.array(z.object({ retrievedUrl: z.string() })) })

/** Lists each web page that an answer was grounded on once (wire §2.7). */
export function listSources({ metadata }: Pick<Turn, 'metadata'>): Source[] {
  const chunks = Grounding.safeParse(metadata?.groundingMetadata).data?.groundingChunks ?? []
  const pages = Pages.safeParse(metadata?.urlContextMetadata).data?.urlMetadata ?? []
  const found = [
    ...chunks.flatMap(({ web }) => (web ? [{ title: web.title?.trim() || web.uri, url: web.uri }] : [])),
    ...pages.map(({ retrievedUrl }) => ({ title: retrievedUrl, url: retrievedUrl })),
  ]
  const byUrl = new Map(found.filter(({ url }) => isWebUrl(url)).map((source) => [source.url, source]))
  return [...byUrl.values()]
}

export function isWebUrl(url: string): boolean {
  return /^https?:\/\/[^\s<>"]+$/i.test(url)
}

/** `unanswered` are the ids of the turns that later requests leave out. */
export function toHeading({ id, role, model, modelVersion }: Turn, unanswered: ReadonlySet<string>): string {
  if (role === 'user') return unanswered.has(id) ? 'User · no response' : 'User'
  const name = modelVersion ?? model
  return name === null ? 'Model' : `Model · ${name}`
}

/** Returns undefined for a complete turn. */
export function toNotice(turn: Turn): string | undefined {
  if (turn.blockReason !== null) return `Prompt blocked: ${turn.blockReason}.`
  if (turn.error) return `Response failed: ${turn.error.message}`
  if (turn.state === 'running') return 'Response in progress when exported.'
  if (turn.state === 'stopped') return 'Response stopped here.'
  if (turn.state === 'interrupted') return 'Response interrupted here.'
  if (turn.finishReason !== null && turn.finishReason !== 'STOP') return `Ended early: ${turn.finishReason}.`
  return turn.edited ? 'Edited.' : undefined
}
