// The dialog that imports a file into a set: its format, its text column, its anomalies, and a preview.
import { useState } from 'react'
import { type EmbeddingSet, maxRows, maxTextLength } from '#shared/schemas/embedding-set'
import { delimiters } from '#shared/tables/table-reader'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { formatCount } from '../../../components/format'
import { Notice } from '../../../components/Notice'
import { SegmentedControl } from '../../../components/SegmentedControl'
import { Switch } from '../../../components/Switch'
import { countRows } from '../describe-set'
import { Progress } from '../Progress'
import { ColumnSelect, ImportPreview, noColumn, toColumnOptions } from './ImportPreview'
import { closeTable, finishTableImport, reanalyzeAs, useTableImport } from './table-import'
import {
  type Anomaly,
  type ColumnChoice,
  delimiterNames,
  formNames,
  guessChoice,
  nameColumns,
  planCells,
  type TableAnalysis,
  tableForms,
} from './table-options'

/** `set` is the open set, to which rows can be added. */
export function TableDialog({ set }: { set: EmbeddingSet | null }) {
  const { source, share, analysis, problem } = useTableImport()
  if (!source) return null
  return (
    <Dialog
      open
      onClose={closeTable}
      title={`Import ${source.name}`}
      className="w-[min(720px,calc(100vw-48px))]! top-[6vh]! max-h-[88vh]!"
      {...(analysis ? {} : { actions: <Button onClick={closeTable}>Cancel</Button> })}
    >
      <div className="flex shrink-0 flex-col gap-3 px-5 pb-3">
        <SegmentedControl
          label="Format"
          value={source.format.form}
          options={tableForms.map((value) => ({ value, name: formNames[value] }))}
          onChange={(form) => reanalyzeAs({ form })}
        />
        {source.format.form === 'table' && (
          <DelimiterField delimiter={source.format.delimiter ?? analysis?.delimiter} />
        )}
        {problem && <Notice tone="danger" title={problem} />}
        {!analysis && !problem && <Progress label="Reading file…" share={share} />}
      </div>
      {analysis && <Choice key={analysis.form + analysis.delimiter} analysis={analysis} set={set} />}
    </Dialog>
  )
}

/** Undefined until it has been guessed. */
function DelimiterField({ delimiter }: { delimiter: string | undefined }) {
  return (
    <div className="flex items-center gap-3">
      <span aria-hidden="true" className="shrink-0 text-soft text-sm">
        Delimiter
      </span>
      <SegmentedControl
        label="Delimiter"
        value={delimiters.find((each) => each === delimiter) ?? ''}
        options={delimiters.map((value) => ({ value, name: delimiterNames[value] }))}
        onChange={(next) => reanalyzeAs({ form: 'table', ...(next && { delimiter: next }) })}
      />
    </div>
  )
}

function Choice({ analysis, set }: { analysis: TableAnalysis; set: EmbeddingSet | null }) {
  const [choice, setChoice] = useState(() => guessChoice(analysis))
  const isForOpenSet = useTableImport(({ source }) => source?.isForOpenSet === true)
  // An empty set was made to be filled.
  const [destination, setDestination] = useState<'open' | 'new'>(
    set && (isForOpenSet || set.counts.rows === 0) ? 'open' : 'new',
  )
  const rows = analysis.rows - (choice.hasHead ? 1 : 0)
  const target = destination === 'open' ? set : null
  const remainingRows = maxRows - (target?.counts.rows ?? 0)
  const { skipped: skippedColumns } = planCells(target?.columns ?? [], analysis, choice)
  return (
    <>
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto px-5 pb-2">
        {describeAnomalies(analysis).map((message) => (
          <Notice key={message} tone="warn" title={message} />
        ))}
        {rows > remainingRows && (
          <Notice
            tone="warn"
            title={`Sets can have up to ${formatCount(maxRows)} rows. The last ${countRows(rows - remainingRows)} won’t be imported.`}
          />
        )}
        {skippedColumns.length > 0 && (
          <Notice
            tone="warn"
            title={`Sets can have up to 200 columns. ${formatCount(skippedColumns.length)} won’t be imported.`}
          />
        )}
        {analysis.rows === 0 ? (
          <p className="text-soft">No rows found in this file.</p>
        ) : (
          <>
            {analysis.form !== 'lines' && analysis.form !== 'paragraphs' && (
              <TableColumns analysis={analysis} choice={choice} onChange={setChoice} />
            )}
            <ImportPreview
              names={nameColumns(analysis, choice.hasHead)}
              rows={analysis.sample.slice(choice.hasHead ? 1 : 0).slice(0, maxPreviewRows)}
              text={choice.text}
              title={choice.title}
            />
          </>
        )}
        {set && (
          <SegmentedControl
            label="Add to"
            value={destination}
            options={[
              { value: 'open', name: `${set.name}` },
              { value: 'new', name: 'New set' },
            ]}
            onChange={setDestination}
          />
        )}
      </div>
      <div data-actions className="flex shrink-0 justify-end gap-2 px-5 pt-2 pb-4">
        <Button onClick={closeTable}>Cancel</Button>
        <Button
          variant="primary"
          disabled={rows <= 0 || remainingRows <= 0}
          onClick={() => toastOutcome(finishTableImport(choice, target))}
        >
          <span className="max-w-96 truncate">
            {`Import ${countRows(Math.max(0, Math.min(rows, remainingRows)))} into ${target ? `“${target.name}”` : 'a new set'}`}
          </span>
        </Button>
      </div>
    </>
  )
}

interface TableColumnsProps {
  readonly analysis: TableAnalysis
  readonly choice: ColumnChoice
  readonly onChange: (choice: ColumnChoice) => void
}

function TableColumns({ analysis, choice, onChange }: TableColumnsProps) {
  const { hasHead, text, title } = choice
  const options = toColumnOptions(nameColumns(analysis, hasHead))
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <ColumnSelect
          label="Text column"
          value={text}
          options={options}
          onChange={(at) => onChange({ ...choice, text: at ?? text, title: at === title ? null : title })}
        />
        <ColumnSelect
          label="Title column"
          value={title}
          options={[noColumn, ...options.filter(({ at }) => at !== text)]}
          onChange={(at) => onChange({ ...choice, title: at })}
        />
      </div>
      {analysis.form === 'table' && (
        <Switch
          label="First row is a header"
          checked={hasHead}
          onChange={(next) => onChange({ ...choice, hasHead: next })}
        />
      )}
      <p className="text-faint text-sm">
        Titles are sent only with the task type “Retrieval document”. Other columns are saved as metadata and
        can color the map.
      </p>
    </>
  )
}

const maxPreviewRows = 8

export function describeAnomalies(analysis: TableAnalysis): string[] {
  const { encoding, shorter, longer, huge, unreadable } = analysis
  return [
    encoding === 'windows-1252' &&
      'This file isn’t UTF-8 and was read as Windows-1252. Check that accented letters look right.',
    shorter.count > 0 &&
      `${toRows(shorter)} fewer cells than the first row. Missing cells are left empty (${listLines(shorter)}).`,
    longer.count > 0 &&
      `${toRows(longer)} more cells than the first row. Extra cells get their own columns (${listLines(longer)}).`,
    huge.count > 0 &&
      `${toRows(huge)} a cell over ${formatCount(maxTextLength)} characters, which can’t be embedded (${listLines(huge)}).`,
    ...unreadable.map(
      (each) =>
        `${countRows(each.count)} couldn’t be read and will be skipped: ${listLines(each)}, ${each.reason}.`,
    ),
  ].filter((message) => message !== false)
}

function toRows({ count: rows }: Anomaly): string {
  return `${countRows(rows)} ${rows === 1 ? 'has' : 'have'}`
}

/** `lines 2, 5, 9 and 12 more` */
function listLines({ lines, count: total }: Anomaly): string {
  const named = lines.map((line) => formatCount(line)).join(', ')
  const others = total - lines.length
  return `line${lines.length === 1 ? '' : 's'} ${named}${others > 0 ? ` and ${formatCount(others)} more` : ''}`
}
