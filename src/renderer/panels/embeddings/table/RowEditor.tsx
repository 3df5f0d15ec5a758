// The editor of a row of the table: its text, title and cells.
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { type EmbeddingRow, maxTextLength, type NewRow } from '#shared/schemas/embedding-set'
import { formatCount } from '../../../components/format'
import { joinClasses } from '../../../components/join-classes'
import { isComposing } from '../../../components/keyboard'
import { inputClassName, TextInput } from '../../../components/TextInput'

interface RowEditorProps {
  readonly row: EmbeddingRow
  readonly columns: readonly string[]
  readonly isTitled: boolean
  /** `andRun`: runs the set after saving. */
  readonly onSave: (row: NewRow, andRun: boolean) => void
  /** If finished by a key, the focus returns to the table. */
  readonly onDone: (byKey: boolean) => void
}

/** The height of the fields, in pixels. */
export function measureEditor(columns: readonly string[], isTitled: boolean): number {
  return 124 + (isTitled ? 40 : 0) + Math.min(2, Math.ceil(columns.length / 2)) * 40
}

/** Saves when editing ends, except with Escape. */
export function RowEditor({ row, columns, isTitled, onSave, onDone }: RowEditorProps) {
  const [text, setText] = useState(row.text)
  const [title, setTitle] = useState(row.title ?? '')
  const [cells, setCells] = useState(() => columns.map((_, at) => row.cells[at] ?? ''))
  const isDone = useRef(false)
  const isTooLong = text.length > maxTextLength
  const draft: NewRow = { text, title: title.trim() || null, cells }
  const saved = { text: row.text, title: row.title, cells: columns.map((_, at) => row.cells[at] ?? '') }
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved)
  /** Returns false if nothing was changed. */
  const save = (byKey: boolean, andRun = false): boolean => {
    if (isDone.current || isTooLong) return isTooLong
    isDone.current = true
    onDone(byKey)
    if (isChanged) onSave(draft, andRun)
    return isChanged
  }
  const saveUnfinished = useEffectEvent(() => {
    if (!isDone.current && !isTooLong && isChanged) onSave(draft, false)
  })
  // The panel was closed, or the row was removed from the table.
  useEffect(() => () => saveUnfinished(), [])
  const pressKey = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const { key, shiftKey, ctrlKey, metaKey } = event
    if (key === 'Escape') {
      isDone.current = true
      event.stopPropagation()
      onDone(true)
    } else if (key === 'Enter' && !shiftKey) {
      const isRun = ctrlKey || metaKey
      // Ctrl+Enter without changes runs the set.
      if (!save(true, isRun) && isRun) return
      event.preventDefault()
      event.stopPropagation()
    } else event.stopPropagation()
  }
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) save(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys and focus of its fields.
    <div
      data-own-escape
      onKeyDown={pressKey}
      onBlur={handleBlur}
      // Text fields have their own menu.
      onContextMenu={(event) => event.stopPropagation()}
      className="flex h-full flex-col gap-2 rounded-md border border-accent bg-raised p-2"
    >
      <textarea
        dir="auto"
        ref={(area) => {
          if (area && !area.dataset.seen) {
            area.dataset.seen = ''
            area.focus()
          }
        }}
        aria-label="Text"
        aria-invalid={isTooLong || undefined}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className={joinClasses(inputClassName, 'min-h-0 flex-1 resize-none py-1.5')}
      />
      {isTitled && (
        <LabeledField name="Title">
          <TextInput
            aria-label="Title"
            maxLength={2000}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
        </LabeledField>
      )}
      {columns.length > 0 && (
        <div className="grid max-h-18 shrink-0 grid-cols-2 gap-2 overflow-y-auto">
          {columns.map((column, at) => (
            <LabeledField key={column} name={column}>
              <TextInput
                aria-label={column}
                value={cells[at] ?? ''}
                onChange={(event) =>
                  setCells(cells.map((cell, each) => (each === at ? event.target.value : cell)))
                }
              />
            </LabeledField>
          ))}
        </div>
      )}
      <p
        role={isTooLong ? 'alert' : undefined}
        className={joinClasses('text-xs', isTooLong ? 'text-danger' : 'text-faint')}
      >
        {isTooLong
          ? `${formatCount(text.length)} of ${formatCount(maxTextLength)} characters. Shorten the text to save.`
          : 'Enter to save, Shift+Enter for a new line, Esc to cancel'}
      </p>
    </div>
  )
}

/** A field with its label before it. */
function LabeledField({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center gap-2">
      <span aria-hidden="true" title={name} className="max-w-28 shrink-0 truncate text-faint text-xs">
        {name}
      </span>
      {children}
    </div>
  )
}
