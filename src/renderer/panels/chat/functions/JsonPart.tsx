// A JSON value within a card: as a tree, or as it was written.
import { Braces, ListTree } from 'lucide-react'
import { useState } from 'react'
import { CopyButton } from '../../../components/CopyButton'
import { IconButton } from '../../../components/IconButton'
import { JsonTree } from '../../../components/JsonTree'

interface JsonPartProps {
  /** Of what: `Arguments of get_weather`. */
  readonly label: string
  readonly heading: string
  readonly value: unknown
  /** In the place of an empty object. */
  readonly empty: string
}

export function JsonPart({ label, heading, value, empty }: JsonPartProps) {
  const [raw, setRaw] = useState(false)
  const isTree = typeof value === 'object' && value !== null
  const isEmpty = isTree && Object.keys(value).length === 0
  const text = () => JSON.stringify(value, null, 2) ?? String(value)
  return (
    <div className="flex flex-col gap-1">
      <div className="flex h-6 items-center justify-between">
        <p className="font-medium text-faint text-xs">{heading}</p>
        {!isEmpty && (
          <span className="flex">
            {isTree && (
              <IconButton
                size="small"
                label={raw ? `Show as a tree: ${label}` : `Show raw: ${label}`}
                icon={raw ? ListTree : Braces}
                onClick={() => setRaw(!raw)}
              />
            )}
            <CopyButton label={`Copy: ${label}`} text={text} />
          </span>
        )}
      </div>
      {isEmpty && <p className="text-faint text-sm">{empty}</p>}
      {isTree && !isEmpty && !raw && <JsonTree label={label} value={value} depth={2} />}
      {(!isTree || (raw && !isEmpty)) && (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
          tabIndex={0}
          className="selectable max-h-80 overflow-auto whitespace-pre-wrap font-mono text-sm leading-[18px] [overflow-wrap:anywhere]"
        >
          {text()}
        </pre>
      )}
    </div>
  )
}
