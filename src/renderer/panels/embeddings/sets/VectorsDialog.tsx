// Imports vectors of another program: which columns have the texts, the titles and the vectors, with a preview.
import { useId, useState } from 'react'
import type { OpenedVectors, VectorChoice } from '#shared/schemas/embedding-set'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { Field } from '../../../components/Field'
import { formatCount } from '../../../components/format'
import { joinClasses } from '../../../components/join-classes'
import { Select } from '../../../components/Select'
import { countRows } from '../describe-set'
import {
  changeLabels,
  closeVectors,
  importTextsInstead,
  importVectors,
  useVectorImport,
} from '../state/import-vectors'

export function VectorsDialog() {
  const opened = useVectorImport((state) => state.opened)
  const table = useVectorImport((state) => state.table)
  return opened && <OpenedDialog key={opened.id} opened={opened} table={table} />
}

const none = 'none'
const choose = 'choose'

function OpenedDialog({ opened, table }: { opened: OpenedVectors; table: File | null }) {
  const { id, files, rows, vectors, columns, isMatrix } = opened
  const labels = files.slice(1).map((name) => ({ value: name, label: name }))
  const [choice, setChoice] = useState<VectorChoice>(opened.guess)
  const { dimensions = 0 } = vectors[choice.vector] ?? {}
  const options = columns.map((name, at) => ({ value: String(at), label: name }))
  const change = (changed: Partial<VectorChoice>) => setChoice((before) => ({ ...before, ...changed }))
  const toIndex = (value: string) => (value === none ? null : Number(value))
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
              <ChoiceField
                label="Text column"
                value={choice.text}
                options={[...options, { value: none, label: 'None' }]}
                onChange={(next) => {
                  const text = toIndex(next)
                  change({ text, title: text === choice.title ? null : choice.title })
                }}
              />
              <ChoiceField
                label="Title column"
                value={choice.title}
                options={[
                  { value: none, label: 'None' },
                  ...options.filter(({ value }) => value !== String(choice.text)),
                ]}
                onChange={(next) => change({ title: toIndex(next) })}
              />
            </>
          )}
          {vectors.length > 1 && (
            <ChoiceField
              label="Vector column"
              value={choice.vector}
              options={vectors.map(({ name, dimensions: length }, at) => ({
                value: String(at),
                label: name,
                description: `${length} dimensions`,
              }))}
              onChange={(next) => change({ vector: Number(next) })}
            />
          )}
        </div>
        <p className="text-faint text-sm">
          {columns.length === 0
            ? 'Without labels, the rows are numbered. A file of labels (TSV, CSV, TXT, or JSON) has one for each vector.'
            : 'Other columns are saved as metadata and can color the map. Rows without a text are numbered.'}{' '}
          Imported vectors stay on this computer. They’re never mixed with those of a provider.
        </p>
        <Preview opened={opened} choice={choice} />
      </div>
    </Dialog>
  )
}

interface ChoiceFieldProps {
  readonly label: string
  readonly value: number | null
  readonly options: readonly { value: string; label: string; description?: string }[]
  readonly onChange: (value: string) => void
}

function ChoiceField({ label, value, options, onChange }: ChoiceFieldProps) {
  return (
    <Field label={label}>
      {({ id }) => (
        <Select
          id={id}
          label={label}
          value={value === null ? none : String(value)}
          groups={[{ label: '', options: [...options] }]}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

const maxPreviewColumns = 10

function Preview({ opened: { columns, sample }, choice }: { opened: OpenedVectors; choice: VectorChoice }) {
  const heading = useId()
  const others = columns.map((_, at) => at).filter((at) => at !== choice.text && at !== choice.title)
  const order = [choice.text, choice.title, ...others].filter((at) => at !== null).slice(0, maxPreviewColumns)
  return (
    <section
      aria-labelledby={heading}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
      tabIndex={0}
      className="max-h-56 min-h-24 overflow-auto rounded-lg border border-line"
    >
      <h3 id={heading} className="sr-only">
        Preview
      </h3>
      <table className="w-full text-left text-sm">
        <thead className="sticky top-0 bg-sunken text-faint text-xs">
          <tr>
            {order.map((at) => (
              <th key={at} scope="col" className="whitespace-nowrap px-2 py-1 font-medium">
                {columns[at]}
                {at === choice.text && <span className="ml-1 text-accent">text</span>}
                {at === choice.title && <span className="ml-1 text-accent">title</span>}
              </th>
            ))}
            <th scope="col" className="whitespace-nowrap px-2 py-1 font-medium">
              <span className="text-accent">vector</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sample.map(({ cells, vectors }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no id.
            <tr key={row} className="h-6.5 border-line border-t">
              {order.map((at) => (
                <td
                  key={at}
                  className={joinClasses(
                    'max-w-72 truncate px-2 py-1',
                    at === choice.text ? 'text-ink' : 'text-soft',
                  )}
                >
                  {cells[at]}
                </td>
              ))}
              <td className="whitespace-nowrap px-2 py-1 font-mono text-soft text-xs tabular-nums">
                {vectors[choice.vector]}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
