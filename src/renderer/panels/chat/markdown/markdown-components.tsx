// The component for each element of an answer: plain elements, styled by `markdown.css`, and our own.
import { renderToString } from 'katex'
import 'katex/dist/katex.min.css'
import { Check, Copy, ExternalLink, Image } from 'lucide-react'
import { unparse } from 'papaparse'
import {
  type ComponentProps,
  isValidElement,
  type JSX,
  type MouseEvent,
  memo,
  type ReactNode,
  type RefObject,
  useRef,
} from 'react'
import type { Components } from 'streamdown'
import { Button } from '../../../components/Button'
import { useCopied } from '../../../components/CopyButton'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { Menu } from '../../../components/Menu'
import { CitationMark } from '../sources/CitationMark'
import { confirmOpenLink, isOpenable } from '../state/link-to-open'
import { useHasPainted } from '../state/render-queue'
import { CodeBlock } from './CodeBlock'
import { nameLanguage } from './languages'
import {
  citationUrl,
  closedCodeClass,
  codeDetailsClass,
  displayMathClass,
  footnoteLabelUrl,
  footnoteUrl,
} from './markdown-plugins'

/** Props that Streamdown passes to the component of a tag. */
type ElementProps<Tag extends keyof JSX.IntrinsicElements> = ComponentProps<Tag> & {
  /** The syntax tree's node. */
  readonly node?: unknown
}

/** Streamdown's placeholder for a URL that is still incomplete. */
const incompleteUrl = 'streamdown:'

const plainTags = [
  'p',
  'ul',
  'ol',
  'li',
  'blockquote',
  'hr',
  'strong',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'sup',
  'sub',
  'section',
] as const

/** The page's title is an h1 and each answer's model an h2, so an answer's headings start below them. */
const headings = { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6', h6: 'h6' } as const

export const components: Components = {
  ...Object.fromEntries(plainTags.map((tag) => [tag, tag])),
  ...headings,
  a: MarkdownLink,
  pre: MarkdownCode,
  code: MarkdownInlineCode,
  table: MarkdownTable,
  img: MarkdownImage,
  input: ({ checked }: ElementProps<'input'>) => (
    <input
      type="checkbox"
      checked={checked ?? false}
      disabled
      readOnly
      aria-label={checked ? 'Done' : 'Not done'}
    />
  ),
}

function MarkdownCode({ children }: ElementProps<'pre'>) {
  const block = readCode(children)
  if (block.language === 'math') return <MathFormula tex={block.code} display />
  const { details, ...code } = block
  return <CodeBlock title={nameLanguage(code.language, details)} {...code} />
}

/** Markdown gives `<pre><code class="language-js">…</code></pre>`. */
function readCode(children: ReactNode) {
  if (!isValidElement<{ className?: string; children?: ReactNode }>(children)) {
    return { language: '', details: '', code: String(children ?? ''), isClosed: false }
  }
  const { className = '', children: text } = children.props
  const language = /language-(\S+)/.exec(className)?.[1] ?? ''
  const classes = className.split(' ')
  const isClosed = classes.includes(closedCodeClass)
  const written = classes.find((name) => name.startsWith(codeDetailsClass))
  const details = decodeURIComponent(written?.slice(codeDetailsClass.length) ?? '')
  return { language, details, code: String(text ?? '').replace(/\n$/, ''), isClosed }
}

/** `remarkRestoreMath` turns math into code of the language `math`. */
function MarkdownInlineCode({ className = '', children }: ElementProps<'code'>) {
  const classes = className.split(' ')
  if (!classes.includes('language-math')) return <code dir="ltr">{children}</code>
  return <MathFormula tex={String(children ?? '')} display={classes.includes(displayMathClass)} />
}

interface MathFormulaProps {
  readonly tex: string
  readonly display: boolean
}

/** Longer formulas may have to scroll, so they must be reachable by keyboard. */
const maxNarrowLength = 60

/** Shows the source of a formula that cannot be parsed. */
const MathFormula = memo(function MathFormula({ tex, display }: MathFormulaProps) {
  const html = toHtml(tex, display)
  if (html === null)
    return (
      <code dir="ltr" className="formula-source">
        {tex}
      </code>
    )
  const isWide = tex.length > maxNarrowLength
  const focusProps = isWide ? { tabIndex: 0, role: 'group', 'aria-label': 'Formula' } : {}
  return (
    <span
      // Also keeps its letters from deciding the direction of the text around it.
      dir="ltr"
      className={joinClasses('formula', display ? 'formula-display' : isWide && 'formula-wide')}
      {...focusProps}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: KaTeX escapes its input, and trusts no command.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
})

/** Returns null if KaTeX rejects it. */
function toHtml(tex: string, displayMode: boolean): string | null {
  try {
    return renderToString(tex, { displayMode, trust: false, strict: 'ignore', maxSize: 40, maxExpand: 500 })
  } catch {
    return null
  }
}

/** Shows its URL, and asks before opening it. */
function MarkdownLink({ href, children }: ElementProps<'a'>) {
  // The URL is missing or incomplete.
  if (!href || href.startsWith(incompleteUrl)) return <span>{children}</span>
  if (href.startsWith(citationUrl)) return <CitationMark numbers={readNumbers(href)} />
  if (href.startsWith(footnoteUrl)) return <FootnoteMark url={href}>{children}</FootnoteMark>
  if (!isOpenable(href)) return <span>{children}</span>
  const confirmOpen = (event: MouseEvent) => {
    event.preventDefault()
    confirmOpenLink(href)
  }
  return (
    <a
      href={href}
      title={href}
      rel="noreferrer"
      onClick={confirmOpen}
      onAuxClick={confirmOpen}
      draggable={false}
    >
      {children}
    </a>
  )
}

function readNumbers(href: string): number[] {
  return href.slice(citationUrl.length).split(',').map(Number).filter(Number.isInteger)
}

/** At a reference to the footnote, or before the footnote itself; each jumps to the other. */
function FootnoteMark({ url, children }: { url: string; children?: ReactNode }) {
  const isLabel = url.startsWith(footnoteLabelUrl)
  const label = url.slice((isLabel ? footnoteLabelUrl : footnoteUrl).length)
  const jump = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const other = isLabel ? 'reference' : 'label'
    const target = currentTarget
      .closest('.markdown')
      ?.querySelector<HTMLElement>(`[data-footnote-${other}="${CSS.escape(label)}"]`)
    target?.scrollIntoView({ block: 'center' })
    target?.focus({ preventScroll: true })
  }
  return (
    <sup data-mark="footnote">
      <button
        type="button"
        className="mark"
        aria-label={isLabel ? `Back to footnote ${label} in the text` : `Footnote ${label}`}
        {...{ [isLabel ? 'data-footnote-label' : 'data-footnote-reference']: label }}
        onClick={jump}
      >
        {children}
      </button>
    </sup>
  )
}

/** Shows stored and embedded pictures. Never fetches one from the network, but can open its URL. */
function MarkdownImage({ src, alt }: ElementProps<'img'>) {
  const name = alt || 'Image'
  if (typeof src !== 'string' || !src || src.startsWith(incompleteUrl)) return <span>{name}</span>
  // Not SVG: a few lines of it can take all memory to render.
  if (/^(data:image\/(?!svg)|media:)/i.test(src))
    return <img src={src} alt={name} className="max-h-96 rounded-lg" />
  return (
    <span className="inline-flex max-w-full items-center gap-2 rounded-lg border border-line bg-sunken py-1 pr-1 pl-3 align-middle text-sm leading-5">
      <Image size={14} aria-hidden="true" className="shrink-0 text-faint" />
      <span className="min-w-0">
        <span className="block truncate text-ink">{name}</span>
        <span className="block truncate text-faint" title={src}>
          {src}
        </span>
      </span>
      {isOpenable(src) && (
        <Button size="small" aria-label={`Open ${name}`} onClick={() => confirmOpenLink(src)}>
          <ExternalLink size={14} aria-hidden="true" />
          Open
        </Button>
      )}
    </span>
  )
}

function MarkdownTable({ children }: { children?: ReactNode; node?: unknown }) {
  const table = useRef<HTMLTableElement>(null)
  return (
    <div className="group/table relative">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard. */}
      <section aria-label="Table" tabIndex={0} className="overflow-x-auto rounded-lg border border-line">
        <table ref={table} dir="auto">
          {children}
        </table>
      </section>
      <TableMenu table={table} />
    </div>
  )
}

type TableRows = readonly (readonly string[])[]

/** Does not re-render while the table is streamed. */
const TableMenu = memo(function TableMenu({ table }: { table: RefObject<HTMLTableElement | null> }) {
  const hasPainted = useHasPainted()
  const [copied, copy] = useCopied()
  const copyAs = (format: (rows: TableRows) => string) => {
    if (table.current) copy(format([...table.current.rows].map((row) => [...row.cells].map(readCell))))
  }
  if (!hasPainted) return null
  return (
    <Menu
      label="Copy table"
      trigger={
        <IconButton
          size="small"
          label={copied ? 'Copied' : 'Copy table'}
          icon={copied ? Check : Copy}
          className="absolute top-1 right-1 border border-line bg-raised opacity-0 focus-visible:opacity-100 group-hover/table:opacity-100 data-[state=open]:opacity-100"
        />
      }
      items={[
        { name: 'Copy as CSV', onSelect: () => copyAs(toCsv) },
        { name: 'Copy as Markdown', onSelect: () => copyAs(toMarkdownTable) },
      ]}
    />
  )
})

/** Formulas are copied as their source; citation marks are omitted. */
function readCell(cell: HTMLTableCellElement): string {
  const copy = cell.cloneNode(true)
  if (!(copy instanceof HTMLElement)) return ''
  for (const mark of copy.querySelectorAll('[data-mark]')) mark.remove()
  for (const formula of copy.querySelectorAll('.katex')) {
    const source = formula.querySelector('annotation')?.textContent ?? ''
    formula.replaceWith(source && `$${source}$`)
  }
  return copy.textContent.trim()
}

/** Prefixes a cell that a spreadsheet would run as a formula. */
export function toCsv(rows: TableRows): string {
  const toSafeCell = (cell: string) => (/^[=@\t]|^[+-](?![\d.,\s]*%?$)/.test(cell) ? `'${cell}` : cell)
  return `${unparse(rows.map((row) => row.map(toSafeCell)))}\r\n`
}

export function toMarkdownTable([head = [], ...body]: TableRows): string {
  const toLine = (cells: readonly string[]) => `| ${cells.map(toMarkdownCell).join(' | ')} |`
  return [toLine(head), `| ${head.map(() => '---').join(' | ')} |`, ...body.map(toLine)].join('\n')
}

function toMarkdownCell(cell: string): string {
  const lines = cell.split('\n').map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .join(' ')
    .replaceAll('|', '\\|')
}
