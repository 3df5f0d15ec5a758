// Imports vectors of another program: which columns have the texts, the titles and the vectors, with a preview.
import { useState } from 'react'
import type { OpenedVectors, VectorChoice } from '#shared/schemas/embedding-set'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { Field } from '../../../components/Field'
import { formatCount } from '../../../components/format'
import { Select } from '../../../components/Select'
import { countRows } from '../describe-set'
import {
  changeLabels,
  closeVectors,
  importTextsInstead,
  importVectors,
  useVectorImport,
} from '../state/import-vectors'
import { ColumnSelect, ImportPreview, noColumn, toColumnOptions } from './ImportPreview'

export function VectorsDialog() {
  const opened = useVectorImport((state) => state.opened)
  const table = useVectorImport((state) => state.table)
  return opened && <OpenedDialog key={opened.id} opened={opened} table={table} />
}

const none = 'none'
const choose = 'choose'

function OpenedDialog({ opened, table }: { opened: OpenedVectors; table: File | null }) {
  const { id, files, rows, vectors, columns, sample, isMatrix } = opened
  const labels = files.slice(1).map((name) => ({ value: name, label: name }))
  const [choice, setChoice] = useState<VectorChoice>(opened.guess)
  const { dimensions = 0 } = vectors[choice.vector] ?? {}
  const options = toColumnOptions(columns)
  const change = (changed: Partial<VectorChoice>) => setChoice((before) => ({ ...before, ...changed }))
  return (
    <Dialog
      open
      onClose={closeVectors}
      title="Import vectors"
      className="w-[min(720px,calc(100vw-48px))]! top-[6vh]! max-h-[88vh]!"
      actions={
        <>
          {table && (
            <Button className="mr-auto" onClick={() => toastOutcome(importTextsInstead(table))}>
              Import texts only
            </Button>
          )}
          <Button onClick={closeVectors}>Cancel</Button>
          <Button
            variant="primary"
            onClick={() => toastOutcome(importVectors(opened, choice), 'Couldn’t import the vectors')}
          >
            {rows === null ? 'Import vectors' : `Import ${countRows(rows)}`}
          </Button>
        </>
      }
    >
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto px-5 pb-2">
        <p className="text-soft">
          {[
            files.join(' + '),
            rows !== null && `${formatCount(rows)} ${rows === 1 ? 'vector' : 'vectors'}`,
            `${dimensions} dimensions`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <div className="grid grid-cols-2 gap-3">
          {isMatrix && (
            <Field label="Labels">
              {(field) => (
                <Select
                  id={field.id}
                  label="Labels"
                  value={files[1] ?? none}
                  groups={[
                    {
                      label: '',
                      options: [
                        ...labels,
                        { value: none, label: 'None' },
                        { value: choose, label: 'Choose file…' },
                      ],
                    },
                  ]}
                  className="col-span-2"
                  onChange={(next) => {
                    if (next === none || next === choose)
                      toastOutcome(changeLabels(id, next), 'Couldn’t open the labels')
                  }}
                />
              )}
            </Field>
          )}
          {columns.length > 0 && (
            <>
              <ColumnSelect
                label="Text column"
                value={choice.text}
                options={[...options, noColumn]}
                onChange={(text) => change({ text, title: text === choice.title ? null : choice.title })}
              />
              <ColumnSelect
                label="Title column"
                value={choice.title}
                options={[noColumn, ...options.filter(({ at }) => at !== choice.text)]}
                onChange={(title) => change({ title })}
              />
            </>
          )}
          {vectors.length > 1 && (
            <ColumnSelect
              label="Vector column"
              value={choice.vector}
              options={vectors.map(({ name, dimensions: length }, at) => ({
                at,
                label: name,
                description: `${length} dimensions`,
              }))}
              onChange={(vector) => change({ vector: vector ?? choice.vector })}
            />
          )}
        </div>
        <p className="text-faint text-sm">
          {columns.length === 0
            ? 'Without labels, the rows are numbered. A file of labels (TSV, CSV, TXT, or JSON) has one for each vector.'
            : 'Other columns are saved as metadata and can color the map. Rows without a text are numbered.'}{' '}
          Imported vectors stay on this computer. They’re never mixed with those of a provider.
        </p>
        <ImportPreview
          names={columns}
          rows={sample.map(({ cells }) => cells)}
          text={choice.text}
          title={choice.title}
          vectors={sample.map((row) => row.vectors[choice.vector])}
        />
      </div>
    </Dialog>
  )
}
