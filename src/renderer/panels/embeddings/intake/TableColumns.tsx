// Which column holds the texts, which the titles, and whether the first row names them.
import { Field } from '../../../components/Field'
import { Select } from '../../../components/Select'
import { Switch } from '../../../components/Switch'
import { type ColumnChoice, nameColumns } from './plan-columns'
import type { TableAnalysis } from './survey-table'

interface TableColumnsProps {
  readonly analysis: TableAnalysis
  readonly choice: ColumnChoice
  readonly onChange: (choice: ColumnChoice) => void
}

const noTitle = 'none'

export function TableColumns({ analysis, choice, onChange }: TableColumnsProps) {
  const { hasHead, text, title } = choice
  const options = nameColumns(analysis, hasHead).map((name, at) => ({ value: String(at), label: name }))
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Text column">
          {({ id }) => (
            <Select
              id={id}
              label="Text column"
              value={String(text)}
              groups={[{ label: '', options }]}
              onChange={(next) =>
                onChange({ ...choice, text: Number(next), title: Number(next) === title ? null : title })
              }
            />
          )}
        </Field>
        <Field label="Title column">
          {({ id }) => (
            <Select
              id={id}
              label="Title column"
              value={title === null ? noTitle : String(title)}
              groups={[
                {
                  label: '',
                  options: [
                    { value: noTitle, label: 'None' },
                    ...options.filter(({ value }) => value !== String(text)),
                  ],
                },
              ]}
              onChange={(next) => onChange({ ...choice, title: next === noTitle ? null : Number(next) })}
            />
          )}
        </Field>
      </div>
      {analysis.form === 'table' && (
        <Switch
          label="First row names the columns"
          checked={hasHead}
          onChange={(next) => onChange({ ...choice, hasHead: next })}
        />
      )}
      <p className="text-faint text-sm">
        A title goes along with the task type “Retrieval document”. All other columns are kept as cells, and
        can colour the map.
      </p>
    </>
  )
}
