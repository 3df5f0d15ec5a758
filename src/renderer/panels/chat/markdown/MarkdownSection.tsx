// Some groups of blocks of a long answer: away from the view even their places are one.
import { memo, useRef } from 'react'
import type { Citation } from '../sources/read-citations'
import { BlockGroup } from './BlockGroup'
import { estimateGroups } from './estimate-block'
import type { Notes } from './gather-notes'
import type { Block } from './grow-blocks'
import { useNearness } from './use-nearness'

interface MarkdownSectionProps {
  /** Of the whole answer. */
  readonly groups: readonly (readonly Block[])[]
  readonly from: number
  readonly to: number
  readonly notes: Notes
  readonly citations: readonly Citation[] | undefined
}

export const MarkdownSection = memo(function MarkdownSection(props: MarkdownSectionProps) {
  const { groups, from, to, notes, citations } = props
  const section = useRef<HTMLDivElement>(null)
  const { isNear, height } = useNearness(section, false)
  const own = groups.slice(from, to)
  return (
    <div
      ref={section}
      className="markdown-section"
      style={isNear ? undefined : { height: height ?? estimateGroups(own) }}
    >
      {isNear &&
        own.map((blocks, index) => (
          <BlockGroup
            // biome-ignore lint/suspicious/noArrayIndexKey: groups are only ever added at the end.
            key={from + index}
            blocks={blocks}
            notes={notes}
            citations={citations}
            isLast={from + index === groups.length - 1}
          />
        ))}
    </div>
  )
}, isSame)

/** Full groups never change, so the last one tells of all. */
function isSame(before: MarkdownSectionProps, after: MarkdownSectionProps): boolean {
  return (
    before.from === after.from &&
    before.to === after.to &&
    isLast(before) === isLast(after) &&
    before.groups[before.to - 1] === after.groups[after.to - 1] &&
    before.notes === after.notes &&
    before.citations === after.citations
  )
}

function isLast({ to, groups }: MarkdownSectionProps): boolean {
  return to === groups.length
}
