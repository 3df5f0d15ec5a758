// What is drawn for each element of an answer: plain elements, dressed in `markdown.css`, and our own parts.
import type { Components } from 'streamdown'
import { MarkdownCode } from './MarkdownCode'
import { MarkdownImage } from './MarkdownImage'
import { MarkdownInlineCode } from './MarkdownInlineCode'
import { MarkdownLink } from './MarkdownLink'
import { MarkdownTable } from './MarkdownTable'
import type { MarkdownProps } from './markdown-props'

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

/** The page's title is its h1 and each answer's model an h2: an answer's own headings stand below those. */
const headings = { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6', h6: 'h6' } as const

export const components: Components = {
  ...Object.fromEntries(plainTags.map((tag) => [tag, tag])),
  ...headings,
  a: MarkdownLink,
  pre: MarkdownCode,
  code: MarkdownInlineCode,
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
