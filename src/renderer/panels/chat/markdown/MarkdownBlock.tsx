// One block of a Markdown text, with footnotes, link definitions and citations from the whole text.
import { createElement, memo } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Streamdown } from 'streamdown'
import { shallow } from 'zustand/shallow'
import { TooltipProvider } from '../../../components/Tooltip'
import { CitationMark } from '../sources/CitationMark'
import type { Citation } from '../sources/read-sources'
import { CodeBlock } from './CodeBlock'
import type { Block } from './incremental-blocks'
import { isTooComplex } from './is-too-complex'
import { nameLanguage } from './languages'
import { components } from './markdown-components'
import { readFencedBlock } from './markdown-lines'
import { toRehypePlugins, toRemarkPlugins } from './markdown-plugins'
import { closeBareUrls, closeMarks, movePosition, normalizeText } from './normalize-text'

interface MarkdownBlockProps {
  readonly block: Block
  /** Whether text may be added to it. */
  readonly isStreaming: boolean
  /** Labels of the footnotes that it refers to. */
  readonly footnotes: readonly string[]
  /** Definitions of links, as Markdown. */
  readonly links: readonly string[]
  /** Labels of its link definitions that no link uses. */
  readonly unused: readonly string[]
  /** Citations within the block; their positions are in the whole text. */
  readonly citations: readonly Citation[]
}

export const MarkdownBlock = memo(function MarkdownBlock(props: MarkdownBlockProps) {
  const { block, isStreaming, footnotes, links, unused } = props
  const { text } = block
  const fenced = readFencedBlock(text)
  const citations = props.citations.map(({ at, sources }) => ({ at: at - block.at, sources }))
  if (fenced && fenced.language !== 'math') {
    const { details, ...code } = fenced
    return (
      <div className="markdown-block">
        <CodeBlock title={nameLanguage(code.language, details)} {...code} />
        {citations.length > 0 && (
          <p>
            {citations.map(({ at, sources }) => (
              <CitationMark key={`${at} ${sources.join()}`} numbers={sources} />
            ))}
          </p>
        )}
      </div>
    )
  }
  if (isTooComplex(text)) {
    return (
      <p
        dir="auto"
        className="markdown-block whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:plaintext]"
      >
        {text}
      </p>
    )
  }
  const { text: source, insertions } = closeBareUrls(normalizeText(text, isStreaming))
  const moved = citations.map(({ at, sources }) => ({ at: movePosition(at, insertions), sources }))
  return (
    <Streamdown
      // Streamdown ignores changed plugins.
      key={JSON.stringify([text.includes('<'), footnotes, unused, moved])}
      className="markdown-block"
      components={components}
      linkSafety={noDialog}
      remarkPlugins={toRemarkPlugins({ footnotes, citations: moved, unused })}
      rehypePlugins={toRehypePlugins(text)}
      parseIncompleteMarkdown={false}
      parseMarkdownIntoBlocksFn={asOneBlock}
    >
      {[isStreaming ? closeMarks(source) : source, ...links].filter(Boolean).join('\n\n')}
    </Streamdown>
  )
}, isSame)

function isSame(before: MarkdownBlockProps, after: MarkdownBlockProps): boolean {
  return (
    before.block.text === after.block.text &&
    before.isStreaming === after.isStreaming &&
    shallow(before.footnotes, after.footnotes) &&
    shallow(before.links, after.links) &&
    shallow(before.unused, after.unused) &&
    shallow(before.citations, after.citations)
  )
}

const noDialog = { enabled: false }
const asOneBlock = (markdown: string) => [markdown]

const warmUpSamples = [
  'Words in *two* **ways**, `code` and [a link](https://example.org).\n\n- one\n- two',
  '```js\nconst angle = Math.sin(1)\n```',
  'So $x^2$ is\n\n$$\ny_1 = \\sin \\theta\n$$',
  '| one | two |\n| --- | --- |\n| 1   | 2   |',
]

/** Number of samples rendered so far. */
let warmed = 0

/** Renders each kind of Markdown once when idle, because the first time is the slowest. Returns a cancel function. */
export function warmMarkdown(): () => void {
  let idle = requestIdleCallback(step)
  function step() {
    const sample = warmUpSamples[warmed]
    if (sample === undefined) return
    renderDetached(sample)
    warmed += 1
    idle = requestIdleCallback(step)
  }
  return () => cancelIdleCallback(idle)
}

/** Outside the document: nothing is laid out or announced. */
function renderDetached(text: string) {
  const root = createRoot(document.createElement('div'))
  const block = createElement(MarkdownBlock, {
    block: { text, at: 0 },
    isStreaming: false,
    footnotes: [],
    links: [],
    unused: [],
    citations: [],
  })
  // biome-ignore lint/correctness/noChildrenProp: its type requires the child as a prop.
  flushSync(() => root.render(createElement(TooltipProvider, { children: block })))
  root.unmount()
}
