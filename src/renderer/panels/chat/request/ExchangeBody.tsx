// A body as the log has kept it, laid out where it is JSON.
import { useMemo } from 'react'
import { CodeEditor } from '../../../components/CodeEditor'
import { CopyButton } from '../../../components/CopyButton'
import { formatBytes } from '../../../components/format'
import { findJsonMistake } from '../../../components/json-mistake'
import { indentJson } from './indent-json'

interface ExchangeBodyProps {
  readonly name: string
  readonly text: string
  /** Of the whole body, as it was on the wire. */
  readonly bytes: number
}

/** Characters at which the log cuts. */
const mostKept = 262_144

export function ExchangeBody({ name, text, bytes }: ExchangeBodyProps) {
  const shown = useMemo(() => indentJson(text), [text])
  // A stream, and half a document, would be told to be no JSON.
  const isJson = useMemo(() => text !== '' && findJsonMistake(shown) === null, [text, shown])
  return (
    <div className="flex flex-col gap-1">
      <div className="flex h-6 items-center justify-between gap-2 text-sm">
        <h4 className="font-medium text-soft">{name}</h4>
        <span className="flex items-center gap-1 text-faint tabular-nums">
          {formatBytes(bytes)}
          {text !== '' && <CopyButton label={`Copy ${name.toLowerCase()}`} text={shown} />}
        </span>
      </div>
      {text === '' ? (
        <p className="text-faint text-sm">Empty.</p>
      ) : (
        <CodeEditor
          label={name}
          value={shown}
          language={isJson ? 'json' : 'text'}
          readOnly
          rows={[1, 18]}
          className="font-mono"
        />
      )}
      {text.length >= mostKept && (
        <p className="text-faint text-sm">The log keeps the first 256 kB of a body: the rest is left out.</p>
      )}
    </div>
  )
}
