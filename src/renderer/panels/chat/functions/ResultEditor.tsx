// Where the result of one call is typed, taken from its mock, or said to be an error.
import { useMemo } from 'react'
import { Badge } from '../../../components/Badge'
import { Button } from '../../../components/Button'
import { CodeEditor } from '../../../components/CodeEditor'
import type { ResultDraft } from '../state/result-drafts'
import type { CallDraft } from './call-drafts'
import { writeResult } from './read-result'

interface ResultEditorProps {
  readonly draft: CallDraft
  /** Whether a result that cannot be sent is told so. */
  readonly strict: boolean
  readonly onChange: (change: ResultDraft) => void
  readonly onSaveMock: () => void
}

export function ResultEditor({ draft, strict, onChange, onSaveMock }: ResultEditorProps) {
  const { label, text, failing, read, mock, isMock } = draft
  const mistake = 'mistake' in read ? read.mistake : undefined
  const isJson = 'mistake' in read && read.isJson
  // Where it is no JSON at all the editor itself marks the place.
  const problems = useMemo(() => (mistake && isJson ? [mistake] : []), [mistake, isJson])
  return (
    <div className="flex flex-col gap-1 border-line border-t pt-2">
      <div className="flex min-h-6 flex-wrap items-center gap-x-1">
        <p className="mr-auto flex items-center gap-2 font-medium text-faint text-xs">
          {failing ? 'Result: an error' : 'Result'}
          {isMock && <Badge>Mock</Badge>}
        </p>
        {mock && !isMock && (
          <Button
            size="small"
            look="quiet"
            onClick={() => onChange({ failing: false, result: writeResult(mock.response) })}
          >
            Use mock
          </Button>
        )}
        {!isMock && (
          <Button size="small" look="quiet" onClick={onSaveMock}>
            Save as mock
          </Button>
        )}
        <Button size="small" look="quiet" onClick={() => onChange({ failing: !failing })}>
          {failing ? 'Result instead' : 'Error instead'}
        </Button>
      </div>
      <CodeEditor
        label={label}
        value={text}
        onChange={(written) => onChange(failing ? { error: written } : { result: written })}
        language="json"
        problems={problems}
        rows={[3, 14]}
      />
      {strict && mistake && (
        <p role="alert" className="text-danger text-sm">
          {mistake.message}
        </p>
      )}
    </div>
  )
}
