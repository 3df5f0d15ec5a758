// A few neighbouring blocks of a Markdown text: drawn near the view, and elsewhere only as high as they are.
import { memo, useRef } from 'react'
import type { Citation } from '../sources/read-citations'
import { estimateGroup } from './estimate-block'
import { listFootnotes, listLinks, type Notes } from './gather-notes'
import type { Block } from './grow-blocks'
import { MarkdownBlock } from './MarkdownBlock'
import { useNearness } from './use-nearness'

interface BlockGroupProps {
  readonly blocks: readonly Block[]
  readonly notes: Notes
  readonly citations: readonly Citation[] | undefined
  /** It is the last one, which may still grow. */
  readonly isLast: boolean
}

export const BlockGroup = memo(function BlockGroup({ blocks, notes, citations, isLast }: BlockGroupProps) {
  const group = useRef<HTMLDivElement>(null)
  const { isNear, height } = useNearness(group, isLast)
  return (
    <div
      ref={group}
      className="markdown-group"
      style={isNear ? undefined : { height: height ?? estimateGroup(blocks) }}
    >
      {isNear &&
        blocks.map((block, index) => (
          <MarkdownBlock
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end.
            key={index}
            text={block.text}
            footnotes={listFootnotes(block.text, notes).join('\n')}
            links={listLinks(block.text, notes).join('\n')}
            citations={writeCitations(block, citations)}
          />
        ))}
    </div>
  )
})

/** As text, which is compared by what it says. */
function writeCitations({ text, at }: Block, citations: readonly Citation[] = []): string {
  const own = citations.filter((citation) => citation.at > at && citation.at <= at + text.length)
  return own.length ? JSON.stringify(own.map((citation) => [citation.at - at, citation.sources])) : ''
}
