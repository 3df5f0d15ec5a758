// Writes the shown branch as Markdown, with its media as files in a folder beside it.
import { extname, parse } from 'node:path'
import type { Turn } from '#shared/schemas/chat'
import { listUnanswered } from '#shared/schemas/sent-turns'
import { createYield } from '../../concurrency/timing'
import type { Media } from '../../media/media'
import { type ExportedFile, toFileName } from '../../user-data/exported-files'
import type { StoredConversation } from '../conversation-rows'
import { listMedia } from '../part-media'
import { type Block, isWebUrl, listSources, toBlocks, toHeading, toNotice } from './blocks'
import { closeFence } from './markdown'

interface MarkdownExport {
  readonly conversation: StoredConversation
  /** From the root to the head. */
  readonly branch: readonly Turn[]
  readonly media: Media
  /** The name of the Markdown file, with its extension. */
  readonly fileName: string
}

/** Yields the media first, so that the text never links to a missing file. */
export async function* writeMarkdown(options: MarkdownExport): AsyncGenerator<ExportedFile> {
  const { conversation, branch, media, fileName } = options
  const folder = `${fileName.replace(/\.[^.]*$/, '')} media`
  const paths = new Map<string, string>()
  const names = listNames(branch)
  const used = new Set<string>()
  for (const hash of await listMedia(branch)) {
    const file = await media.open(hash).catch(() => undefined)
    if (!file) continue
    const extension = extname(file.path)
    const stem = names.get(hash) ?? String(paths.size + 1)
    let name = stem
    for (let number = 2; used.has(name.toLowerCase()); number += 1) name = `${stem} (${number})`
    used.add(name.toLowerCase())
    const path = `${folder}/${name}${extension}`
    paths.set(hash, path)
    yield { path, content: readOnce(media, hash) }
  }
  yield { path: fileName, content: toMarkdown(conversation, branch, paths) }
}

/** The names of attached files without their extensions, by hash. */
function listNames(branch: readonly Turn[]): ReadonlyMap<string, string> {
  const media = branch.flatMap((turn) =>
    toBlocks(turn).flatMap((block) => (block.kind === 'media' ? [block] : [])),
  )
  return new Map(
    media
      .reverse()
      .flatMap(({ hash, name }) => (name === null ? [] : [[hash, toFileName(parse(name).name)] as const])),
  )
}

async function* readOnce(media: Media, hash: string): AsyncGenerator<Uint8Array> {
  yield await media.read(hash)
}

/** By hash, relative to the Markdown file. */
export type MediaPaths = ReadonlyMap<string, string>

export async function* toMarkdown(
  { title, parameters }: StoredConversation,
  branch: readonly Turn[],
  paths: MediaPaths,
): AsyncGenerator<string> {
  yield `# ${escapeText(title)}\n`
  const { systemInstruction } = parameters
  if (systemInstruction?.trim()) yield `\n${fold('System instruction', systemInstruction)}\n`
  const maybeYield = createYield()
  const unanswered = listUnanswered(branch)
  for (const turn of branch) {
    await maybeYield()
    yield `\n## ${escapeText(toHeading(turn, unanswered))}\n\n${writeTurn(turn, paths)}\n`
  }
}

function writeTurn(turn: Turn, paths: MediaPaths): string {
  const notice = toNotice(turn)
  const sources = listSources(turn).map(
    ({ title, url }, index) => `${index + 1}. [${escapeText(title)}](<${url}>)`,
  )
  return [
    ...toBlocks(turn).map((block) => writeBlock(block, paths)),
    ...(sources.length > 0 ? [`**Sources**\n\n${sources.join('\n')}`] : []),
    ...(notice ? [`> ${escapeText(notice)}`] : []),
  ].join('\n\n')
}

function writeBlock(block: Block, paths: MediaPaths): string {
  switch (block.kind) {
    case 'text':
      return closeFence(block.text.trimEnd())
    case 'thoughts':
      return fold('Thoughts', block.text)
    case 'code':
      return `**${escapeText(block.title)}**\n\n${fence(block.code, block.language)}`
    case 'link':
      return writeLink(block)
    case 'media':
      return writeMedia(block, paths.get(block.hash))
  }
}

/** Links only to web URLs. Does not encode twice. */
function writeLink({ title, url }: Block & { kind: 'link' }): string {
  const encoded = url.replace(/[\s<>\\"]/g, encodeURIComponent)
  return isWebUrl(encoded) ? `[${escapeText(title)}](<${encoded}>)` : escapeText(title)
}

function writeMedia({ mimeType, name }: Block & { kind: 'media' }, path: string | undefined): string {
  const type = escapeText(name ?? mimeType)
  if (path === undefined) return `*Missing file (${type})*`
  const link = path.split('/').map(encodeURIComponent).join('/').replace(/[()]/g, encodeParenthesis)
  return mimeType.startsWith('image/') ? `![${type}](${link})` : `[${type}](${link})`
}

function encodeParenthesis(parenthesis: string): string {
  return parenthesis === '(' ? '%28' : '%29'
}

function fold(summary: string, text: string): string {
  return `<details>\n<summary>${summary}</summary>\n\n${closeFence(text.trim())}\n\n</details>`
}

/** Uses a longer fence than any in the code. */
function fence(code: string, language: string): string {
  let length = 3
  for (const [run] of code.matchAll(/`{3,}/g)) length = Math.max(length, run.length + 1)
  const marks = '`'.repeat(length)
  return `${marks}${language}\n${code}\n${marks}`
}

/** Titles and names are plain text. */
function escapeText(text: string): string {
  return text.replace(/[\\`*_[\]<>#]/g, '\\$&').replace(/\s+/g, ' ')
}
