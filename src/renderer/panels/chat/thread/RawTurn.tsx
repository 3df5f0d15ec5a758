// A turn as it is, without any dressing.
import type { Turn } from '#shared/schemas/chat'
import { CopyButton } from '../../../components/CopyButton'
import { JsonTree } from '../../../components/JsonTree'
import { readText } from '../../../state/answer-text'
import type { RawView } from './turn-view'

export function RawTurn({ turn, view }: { turn: Turn; view: RawView }) {
  if (view === 'text') {
    return (
      <pre className="selectable whitespace-pre-wrap font-mono text-sm leading-5 [overflow-wrap:anywhere]">
        {readText(turn)}
      </pre>
    )
  }
  return (
    <div className="relative min-w-64 rounded-lg border border-line bg-sunken p-3">
      <CopyButton
        label="Copy JSON"
        text={() => JSON.stringify(turn.parts, null, 2)}
        className="absolute top-1.5 right-1.5"
      />
      <JsonTree label="Parts" value={turn.parts} />
    </div>
  )
}
