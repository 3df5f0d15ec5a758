// Writes the shown branch as one self-contained HTML file, with its media.
import type { Turn } from '#shared/schemas/chat'
import { listUnanswered } from '#shared/schemas/sent-turns'
import type { Media } from '../../media/media'
import type { StoredConversation } from '../conversation-rows'
import { type Block, isWebUrl, listSources, toBlocks, toHeading, toNotice } from './blocks'
import { escapeHtml, renderMarkdown } from './markdown'

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
  yield pageStart(
    title,
    `${branch.length === 1 ? '1 message' : `${branch.length.toLocaleString('en')} messages`} · exported ${day} from Gen Playground`,
  )
  const { systemInstruction } = parameters
  if (systemInstruction?.trim())
    yield* fold('System instruction', renderMarkdown(systemInstruction, 'system'))
  const unanswered = listUnanswered(branch)
  for (const [index, turn] of branch.entries()) {
    yield `<section class="turn ${turn.role}">\n<h2 class="role">${escapeHtml(toHeading(turn, unanswered))}</h2>\n`
    for (const block of toBlocks(turn)) yield* writeBlock(block, media, `t${index}`)
    yield `${writeSources(turn)}${writeNotice(turn)}</section>\n`
  }
  yield pageEnd
}

async function* writeBlock(block: Block, media: Media, prefix: string): AsyncGenerator<string> {
  switch (block.kind) {
    case 'text':
      yield* renderMarkdown(block.text, prefix)
      break
    case 'thoughts':
      yield* fold('Thoughts', renderMarkdown(block.text, `${prefix}-thoughts`))
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

async function writeMedia(
  { hash, mimeType, name }: Block & { kind: 'media' },
  media: Media,
): Promise<string> {
  const file = await media.open(hash).catch(() => undefined)
  const type = escapeHtml(file?.mimeType ?? mimeType)
  const label = name === null ? type : escapeHtml(name)
  if (!file) return `<p class="notice">Missing file (${label})</p>\n`
  const url = `data:${type};base64,${Buffer.from(await media.read(hash)).toString('base64')}`
  const frame = (html: string) =>
    name === null ? `<p>${html}</p>\n` : `<figure>${html}<figcaption>${label}</figcaption></figure>\n`
  if (file.mimeType.startsWith('image/')) return frame(`<img src="${url}" alt="${label}">`)
  if (file.mimeType.startsWith('audio/')) return frame(`<audio controls src="${url}"></audio>`)
  if (file.mimeType.startsWith('video/')) return frame(`<video controls src="${url}"></video>`)
  const download = name === null ? 'download' : `download="${label}"`
  return `<p><a ${download} href="${url}">${name === null ? `File (${type})` : label}</a></p>\n`
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

/** No scripts, no requests, light and dark and on paper. */
const style = `
:root { color-scheme: light dark; --ink: #1c1d21; --quiet: #62656f; --line: #dfe1e6; --ground: #fff; --box: #f5f6f8; --link: #2456c9; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7e8ec; --quiet: #9b9fab; --line: #33363f; --ground: #17181c; --box: #202228; --link: #8db0ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 46rem; padding: 2.5rem 1.25rem 4rem; background: var(--ground); color: var(--ink);
  font: 15px/1.6 system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; }
header p, .notice, summary, footer { color: var(--quiet); font-size: .85rem; }
section.turn { border-top: 1px solid var(--line); margin-top: 1.75rem; padding-top: 1rem; }
h2.role { font-size: .85rem; color: var(--quiet); margin: 0 0 .5rem; font-weight: 600; }
.user > h2.role { color: var(--link); }
h1, h2, h3, h4 { line-height: 1.3; }
.turn h1 { font-size: 1.35rem; }
.turn h2:not(.role) { font-size: 1.2rem; }
.turn h3 { font-size: 1.05rem; }
.footnotes { font-size: .9rem; }
.footnotes > h2 { font-size: .85rem !important; color: var(--quiet); }
p, li, th, td, summary, :is(h1, h2, h3, h4) { unicode-bidi: plaintext; }
li, li > p { text-align: match-parent; }
a { color: var(--link); }
pre, code { font: 13px/1.5 ui-monospace, "JetBrains Mono", Menlo, Consolas, monospace; background: var(--box); border-radius: 4px; }
code { padding: .1em .3em; }
pre { padding: .75rem; overflow-x: auto; border: 1px solid var(--line); white-space: pre-wrap; }
pre code { padding: 0; background: none; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: .3rem .6rem; }
th:not([align]) { text-align: left; }
blockquote { margin-inline: 0; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--quiet); }
img, video { max-width: 100%; height: auto; border-radius: 6px; }
audio { width: 100%; }
details { margin: .75rem 0; padding-left: .75rem; border-left: 3px solid var(--line); }
summary { cursor: pointer; }
figure { margin: .75rem 0; }
figcaption { font-weight: 600; font-size: .85rem; }
@media print { body { max-width: none; padding: 0; font-size: 11pt; } section { break-inside: auto; } h2 { break-after: avoid; } pre, img { break-inside: avoid; } }
`

/** The page loads nothing, whatever an answer contains. */
const policy = "default-src 'none'; img-src data:; media-src data:; style-src 'unsafe-inline'"

function pageStart(title: string, details: string): string {
  return `<!doctype html>
<html lang="und">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(details)}</p>
</header>
<main>
`
}

const pageEnd = '</main>\n</body>\n</html>\n'
