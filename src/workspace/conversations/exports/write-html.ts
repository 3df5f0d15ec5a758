// Writes the branch that is shown as one self-contained HTML file, with its images.
import type { Turn } from '#shared/schemas/chat'
import type { Media } from '../../media/media'
import type { StoredConversation } from '../conversation-rows'
import { type Block, isWebUrl, listSources, toBlocks, toHeading, toNotice } from './blocks'
import { closedPage, escapeHtml, openPage } from './html-page'
import { readMarkdown } from './markdown'

interface HtmlExport {
  readonly conversation: StoredConversation
  /** From the root to the head. */
  readonly branch: readonly Turn[]
  readonly media: Media
  readonly now: number
}

export async function* writeHtml({ conversation, branch, media, now }: HtmlExport): AsyncGenerator<string> {
  const { title, parameters } = conversation
  const day = new Date(now).toISOString().slice(0, 10)
  yield openPage(
    title,
    `${branch.length === 1 ? '1 message' : `${branch.length} messages`} · exported ${day} from Gen Playground`,
  )
  const { systemInstruction } = parameters
  if (systemInstruction?.trim()) yield* fold('System instruction', readMarkdown(systemInstruction, 'system'))
  for (const [index, turn] of branch.entries()) {
    yield `<section class="turn ${turn.role}">\n<h2 class="role">${escapeHtml(toHeading(turn))}</h2>\n`
    for (const block of toBlocks(turn)) yield* writeBlock(block, media, `t${index}`)
    yield `${writeSources(turn)}${writeNotice(turn)}</section>\n`
  }
  yield closedPage
}

async function* writeBlock(block: Block, media: Media, prefix: string): AsyncGenerator<string> {
  switch (block.kind) {
    case 'text':
      yield* readMarkdown(block.text, prefix)
      break
    case 'thoughts':
      yield* fold('Thoughts', readMarkdown(block.text, `${prefix}-thoughts`))
      break
    case 'code':
      yield `<figure>\n<figcaption>${escapeHtml(block.title)}</figcaption>\n<pre><code>${escapeHtml(block.code)}</code></pre>\n</figure>\n`
      break
    case 'link':
      yield `<p>${toLink(block.title, block.url)}</p>\n`
      break
    case 'media':
      yield await writeMedia(block, media)
  }
}

async function writeMedia({ hash, mimeType }: Block & { kind: 'media' }, media: Media): Promise<string> {
  const file = await media.open(hash).catch(() => undefined)
  const told = escapeHtml(file?.mimeType ?? mimeType)
  if (!file) return `<p class="notice">A file of the type ${told} is missing here.</p>\n`
  const url = `data:${told};base64,${Buffer.from(await media.read(hash)).toString('base64')}`
  if (file.mimeType.startsWith('image/')) return `<p><img src="${url}" alt="${told}"></p>\n`
  if (file.mimeType.startsWith('audio/')) return `<p><audio controls src="${url}"></audio></p>\n`
  if (file.mimeType.startsWith('video/')) return `<p><video controls src="${url}"></video></p>\n`
  return `<p><a download href="${url}">File (${told})</a></p>\n`
}

function toLink(title: string, url: string): string {
  if (!isWebUrl(url)) return escapeHtml(title)
  return `<a href="${escapeHtml(url)}" rel="noopener noreferrer">${escapeHtml(title)}</a>`
}

function writeSources(turn: Turn): string {
  const items = listSources(turn).map(({ title, url }) => `<li>${toLink(title, url)}</li>\n`)
  return items.length === 0 ? '' : `<footer>Sources\n<ol>\n${items.join('')}</ol>\n</footer>\n`
}

function writeNotice(turn: Turn): string {
  const notice = toNotice(turn)
  return notice ? `<p class="notice">${escapeHtml(notice)}</p>\n` : ''
}

async function* fold(summary: string, html: AsyncIterable<string>): AsyncGenerator<string> {
  yield `<details>\n<summary>${summary}</summary>\n`
  yield* html
  yield '</details>\n'
}
