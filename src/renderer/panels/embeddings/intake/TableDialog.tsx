// A file on its way into a set: how it is read, which column is the text, and what is odd about it.
import { useState } from 'react'
import { type EmbeddingSet, mostRows } from '#shared/schemas/embedding-set'
import { tellOutcome } from '../../../api/tell-outcome'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { formatCount } from '../../../components/format'
import { Notice } from '../../../components/Notice'
import { Segments } from '../../../components/Segments'
import { countRows } from '../describe-set'
import { Progress } from '../Progress'
import { describeAnomalies } from './describe-survey'
import { guessColumns, planCells } from './plan-columns'
import type { TableAnalysis } from './survey-table'
import { TableColumns } from './TableColumns'
import { TablePreview } from './TablePreview'
import { formNames, tableForms } from './table-form'
import { cancelTableImport, finishTableImport, reanalyzeAs, useTableImport } from './table-intake'

/** `set`: the open one, to which it can be added. */
export function TableDialog({ set }: { set: EmbeddingSet | null }) {
  const { source, phase, share, analysis, problem, added } = useTableImport()
  if (!source) return null
  const isAdding = phase === 'adding'
  return (
    <Dialog
      open
      onClose={cancelTableImport}
      title={isAdding ? `Adding ${source.name}` : `Add ${source.name}`}
      className="w-[min(720px,calc(100vw-48px))]! top-[6vh]! max-h-[88vh]!"
      {...(analysis && !isAdding
        ? {}
        : { actions: <Button onClick={cancelTableImport}>{isAdding ? 'Stop' : 'Cancel'}</Button> })}
    >
      <div className="flex shrink-0 flex-col gap-3 px-5 pb-3">
        {!isAdding && (
          <Segments
            label="Read as"
            value={source.form}
            options={tableForms.map((value) => ({ value, name: formNames[value] }))}
            onChange={reanalyzeAs}
          />
        )}
        {problem && <Notice tone="danger" title={problem} />}
        {phase === 'surveying' && !problem && <Progress label="Reading the file" share={share} />}
        {isAdding && (
          <Progress label="Adding rows" share={share} words={`${formatCount(added)} rows added`} />
        )}
      </div>
      {analysis && !isAdding && <Choice key={analysis.form} analysis={analysis} set={set} />}
    </Dialog>
  )
}

interface ChoiceProps {
  readonly analysis: TableAnalysis
  readonly set: EmbeddingSet | null
}

function Choice({ analysis, set }: ChoiceProps) {
  const [choice, setChoice] = useState(() => guessColumns(analysis))
  const [place, setPlace] = useState<'open' | 'new'>(set ? 'open' : 'new')
  const rows = analysis.rows - (choice.hasHead ? 1 : 0)
  const target = place === 'open' ? set : null
  const room = mostRows - (target?.counts.rows ?? 0)
  const { left } = planCells(target?.columns ?? [], analysis, choice)
  return (
    <>
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto px-5 pb-2">
        {describeAnomalies(analysis).map((sentence) => (
          <Notice key={sentence} tone="warn" title={sentence} />
        ))}
        {rows > room && (
          <Notice
            tone="warn"
            title={`A set holds ${formatCount(mostRows)} rows: the last ${countRows(rows - room)} find no room.`}
          />
        )}
        {left.length > 0 && (
          <Notice
            tone="warn"
            title={`A set holds 200 columns: ${formatCount(left.length)} of the file find no room.`}
          />
        )}
        {analysis.rows === 0 ? (
          <p className="text-soft">No row can be read from it.</p>
        ) : (
          <>
            {analysis.form !== 'lines' && analysis.form !== 'paragraphs' && (
              <TableColumns analysis={analysis} choice={choice} onChange={setChoice} />
            )}
            <TablePreview analysis={analysis} choice={choice} />
          </>
        )}
        {set && (
          <Segments
            label="Where to"
            value={place}
            options={[
              { value: 'open', name: `Add to “${set.name}”` },
              { value: 'new', name: 'New set' },
            ]}
            onChange={setPlace}
          />
        )}
      </div>
      <div data-actions className="flex shrink-0 justify-end gap-2 px-5 pt-2 pb-4">
        <Button onClick={cancelTableImport}>Cancel</Button>
        <Button
          look="primary"
          disabled={rows <= 0 || room <= 0}
          onClick={() => tellOutcome(finishTableImport({ choice, set: target }))}
        >
          {`Add ${countRows(Math.max(0, Math.min(rows, room)))}`}
        </Button>
      </div>
    </>
  )
}
