// Where new texts are typed or pasted, one a line.
import { CornerDownLeft } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type EmbeddingSet, longestText } from '#shared/schemas/embedding-set'
import { describeError } from '../../../api/describe-error'
import { tellOutcome } from '../../../api/tell-outcome'
import { Button } from '../../../components/Button'
import { isComposing } from '../../../components/keyboard'
import { TextArea } from '../../../components/TextInput'
import { countRows } from '../describe-set'
import { embeddingForm, writeNewTexts } from '../state/embedding-form'
import { addRows, runSet } from '../state/embedding-verbs'
import { takeLongPaste } from './take-pasted'
import { toLines, toRow } from './to-lines'

interface AddTextsProps {
  readonly set: EmbeddingSet
}

export function AddTexts({ set }: AddTextsProps) {
  const { id, running, counts } = set
  const place = useRef<HTMLDivElement>(null)
  const isFirst = useRef(counts.rows === 0)
  useEffect(() => {
    // A set without texts wants some.
    if (isFirst.current) place.current?.querySelector('textarea')?.focus()
  }, [])
  const text = embeddingForm.useForm(({ form }) => form.drafts[id] ?? '')
  const [isAdding, setAdding] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const rows = toLines(text)
  const tooLong = rows.findIndex((row) => row.text.length > longestText)
  const refusal =
    tooLong >= 0
      ? `Line ${tooLong + 1} is longer than 100,000 characters, the most a text may have.`
      : problem
  const add = async (wanted: typeof rows): Promise<boolean> => {
    if (isAdding || wanted.length === 0) return false
    setAdding(true)
    setProblem(null)
    try {
      await addRows(id, wanted)
      // What was typed meanwhile stays.
      const now = embeddingForm.useForm.getState().form.drafts[id] ?? ''
      writeNewTexts(id, now.startsWith(text) ? now.slice(text.length) : now)
      return true
    } catch (error) {
      setProblem(describeError(error))
      return false
    } finally {
      setAdding(false)
    }
  }
  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
    if (!text.trim() || tooLong >= 0) {
      // With Ctrl the set runs.
      if (!event.ctrlKey && !event.metaKey) event.preventDefault()
      return
    }
    event.preventDefault()
    if (!event.ctrlKey && !event.metaKey) return void add(rows)
    event.stopPropagation()
    tellOutcome(
      add(rows).then((isAdded) => (isAdded && !running ? runSet(id) : undefined)),
      'The set was not run',
    )
  }
  return (
    <div ref={place} className="flex shrink-0 flex-col gap-1.5 border-line border-t bg-frame px-4 py-2.5">
      <div className="flex items-end gap-2">
        <TextArea
          aria-label="New texts"
          placeholder="Type or paste texts, one a line"
          rows={1}
          maxHeight={132}
          value={text}
          aria-invalid={refusal ? true : undefined}
          onChange={(event) => writeNewTexts(id, event.target.value)}
          onPaste={(event: ClipboardEvent) => {
            if (!takeLongPaste(event.clipboardData.getData('text/plain'))) return
            event.preventDefault()
          }}
          onKeyDown={pressKey}
        />
        {rows.length > 1 && (
          <Button
            look="quiet"
            disabled={isAdding || text.length > longestText}
            onClick={() => void add([toRow(text.trim())])}
          >
            Add as one row
          </Button>
        )}
        <Button disabled={isAdding || rows.length === 0 || tooLong >= 0} onClick={() => void add(rows)}>
          <CornerDownLeft size={14} aria-hidden="true" />
          {rows.length > 1 ? `Add ${countRows(rows.length)}` : 'Add row'}
        </Button>
      </div>
      {refusal && (
        <p role="alert" className="text-danger text-sm">
          {refusal}
        </p>
      )}
    </div>
  )
}
