// One block of a Markdown text, with what it needs of the others: footnotes, addresses of links, citation marks.
import { memo } from 'react'
import { Streamdown } from 'streamdown'
import { CitationMark } from '../sources/CitationMark'
import { CodeBlock } from './CodeBlock'
import { nameLanguage } from './languages'
import { components } from './markdown-components'
import { toRehypePlugins, toRemarkPlugins } from './markdown-plugins'
import type { PlacedCitation } from './place-citations'
import { readFencedBlock } from './read-fenced-block'
import { settleMaths } from './settle-maths'

interface MarkdownBlockProps {
  readonly text: string
  /** Labels, one a line. */
  readonly footnotes: string
  /** Definitions as Markdown. */
  readonly links: string
  /** `PlacedCitation`s as JSON. */
  readonly citations: string
}

export const MarkdownBlock = memo(function MarkdownBlock({
  text,
  footnotes,
  links,
  citations,
}: MarkdownBlockProps) {
  const fenced = readFencedBlock(text)
  const marks: readonly PlacedCitation[] = citations ? JSON.parse(citations) : []
  if (fenced && fenced.language !== 'math') {
    return (
      <div className="markdown-block">
        <CodeBlock title={nameLanguage(fenced.language)} code={fenced.code} language={fenced.language} />
        {marks.length > 0 && (
          <p>
            {marks.map(([at, numbers]) => (
              <CitationMark key={`${at} ${numbers.join()}`} numbers={numbers} />
            ))}
          </p>
        )}
      </div>
    )
  }
  return (
    <Streamdown
      // It does not look at changed plugins by itself.
      key={`${text.includes('<')}\n${footnotes}\n${citations}`}
      className="markdown-block"
      components={components}
      linkSafety={noDialog}
      remarkPlugins={toRemarkPlugins(footnotes ? footnotes.split('\n') : [], marks)}
      rehypePlugins={toRehypePlugins(text)}
      remend={appendOnly}
      parseMarkdownIntoBlocksFn={asOneBlock}
    >
      {links ? `${settleMaths(text)}\n\n${links}` : settleMaths(text)}
    </Streamdown>
  )
})

const noDialog = { enabled: false }
/** Unfinished emphasis and links are closed at the end; nothing is put into the text, whose places count. */
const appendOnly = { singleTilde: false, comparisonOperators: false }
const asOneBlock = (markdown: string) => [markdown]
