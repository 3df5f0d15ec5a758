// What a turn holds, in its order: text, media, addresses, code that was run.
import type { Turn } from '#shared/schemas/chat'
import { CodeBlock } from '../markdown/CodeBlock'
import { AddressCard } from './AddressCard'
import { type Segment, toSegments } from './answer-segments'
import { CitedText } from './CitedText'
import { Media } from './Media'

interface TurnPartsProps {
  readonly parts: Turn['parts']
  /** Prompts are shown as they were typed, answers as Markdown. */
  readonly from: Turn['role']
  /** The answer whose sources are marked in its text. */
  readonly cited?: Turn
}

export function TurnParts({ parts, from, cited }: TurnPartsProps) {
  return toSegments(parts).map((segment, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: segments are only ever added at the end.
    <SegmentView key={index} segment={segment} from={from} cited={cited} />
  ))
}

interface SegmentViewProps {
  readonly segment: Segment
  readonly from: Turn['role']
  readonly cited: Turn | undefined
}

function SegmentView({ segment, from, cited }: SegmentViewProps) {
  switch (segment.kind) {
    case 'code':
      return (
        <div className="markdown">
          <CodeBlock title={segment.title} code={segment.code} />
        </div>
      )
    case 'media':
      return <Media file={segment.file} from={from} turn={cited} />
    case 'address':
      return <AddressCard uri={segment.uri} mimeType={segment.mimeType} />
    case 'text':
      if (from === 'model') return <CitedText segment={segment} turn={cited} />
      return (
        <p className="selectable whitespace-pre-wrap text-[14px] leading-6 [overflow-wrap:anywhere]">
          {segment.text}
        </p>
      )
  }
}
