// A Markdown text that may still grow: finished blocks are read once, only the last one again.
import { useRef } from 'react'
import type { AppendLog } from '../../../state/append-log'
import type { Citation } from '../sources/read-citations'
import { addNotes, gatherNotes, noNotes } from './gather-notes'
import { type Block, type GrownBlocks, groupSize, growBlocks, noBlocks } from './grow-blocks'
import { MarkdownSection } from './MarkdownSection'

interface MarkdownProps {
  readonly text: string
  /** How the text came to be: one that grows is then not looked through each time. */
  readonly growth?: AppendLog | undefined
  /** Marks to set; their sources come from a `CitedSources` around this. */
  readonly citations?: readonly Citation[] | undefined
}

/** Groups in a section: a long answer is passed over in few steps. */
const sectionSize = 32

export function Markdown({ text, growth, citations }: MarkdownProps) {
  const grown = useRef(noBlocks)
  const gathered = useRef(noNotes)
  // The same text always gives the same blocks, so a render that is thrown away does no harm.
  grown.current = growBlocks(grown.current, text, growth)
  gathered.current = gatherNotes(gathered.current, grown.current.frozen)
  const { tail } = grown.current
  const notes = addNotes(gathered.current.notes, tail.text)
  const groups = withTail(grown.current)
  const sections = Math.ceil(groups.length / sectionSize)
  return (
    <div className="markdown selectable">
      {Array.from({ length: sections }, (_, index) => (
        <MarkdownSection
          // biome-ignore lint/suspicious/noArrayIndexKey: sections are only ever added at the end.
          key={index}
          groups={groups}
          from={index * sectionSize}
          to={Math.min((index + 1) * sectionSize, groups.length)}
          notes={notes}
          citations={citations}
        />
      ))}
    </div>
  )
}

/** The tail stands where it will stand once it is frozen: it is not drawn anew then. */
function withTail({ frozen, tail }: GrownBlocks): readonly (readonly Block[])[] {
  const last = frozen.at(-1)
  if (tail.text.trim() === '') return frozen
  return last && last.length < groupSize ? [...frozen.slice(0, -1), [...last, tail]] : [...frozen, [tail]]
}
