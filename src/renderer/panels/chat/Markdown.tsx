// A Markdown text that may still grow: finished blocks are rendered once, only the last one again.
import { memo, useRef } from 'react'
import { type Components, Streamdown } from 'streamdown'
import { growBlocks, noBlocks } from './grow-blocks'
import { MarkdownCode } from './MarkdownCode'
import { MarkdownImage } from './MarkdownImage'
import { MarkdownLink } from './MarkdownLink'
import { MarkdownTable } from './MarkdownTable'
import type { MarkdownProps } from './markdown-props'

/** Plain elements, dressed in `markdown.css`, instead of the renderer's own. */
const plainTags = [
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'p',
  'ul',
  'ol',
  'li',
  'blockquote',
  'hr',
  'strong',
  'code',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'sup',
  'sub',
  'section',
] as const

const components: Components = {
  ...Object.fromEntries(plainTags.map((tag) => [tag, tag])),
  a: MarkdownLink,
  pre: MarkdownCode,
  table: MarkdownTable,
  img: MarkdownImage,
  input: ({ checked }: MarkdownProps<'input'>) => (
    <input
      type="checkbox"
      checked={checked ?? false}
      disabled
      readOnly
      aria-label={checked ? 'Done' : 'Not done'}
    />
  ),
}

export function Markdown({ text }: { text: string }) {
  const grown = useRef(noBlocks)
  // The same text always gives the same blocks, so a render that is thrown away does no harm.
  grown.current = growBlocks(grown.current, text)
  const { frozen, tail } = grown.current
  return (
    <div className="markdown selectable">
      {[...frozen, tail].map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end.
        <Block key={index} text={block} />
      ))}
    </div>
  )
}

const Block = memo(function Block({ text }: { text: string }) {
  return (
    <Streamdown className="markdown-block" components={components} linkSafety={{ enabled: false }}>
      {text}
    </Streamdown>
  )
})
