// When it was made: one of the usual spans, or from one day to another.
import { Field } from '../../../components/Field'
import { Select } from '../../../components/Select'
import { TextInput } from '../../../components/TextInput'
import { type DateChoice, isReversed, spanNames, spans } from './date-choice'

interface DateFilterProps {
  readonly date: DateChoice
  readonly onChange: (date: DateChoice) => void
}

const groups = [{ label: '', options: spans.map((span) => ({ value: span, label: spanNames[span] })) }]

export function DateFilter({ date, onChange }: DateFilterProps) {
  const choose = (value: string) => {
    const span = spans.find((each) => each === value)
    if (span) onChange({ ...date, span })
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 px-2">
      <legend className="pb-1 font-medium text-faint text-xs">Date</legend>
      <Select label="Date" value={date.span} groups={groups} onChange={choose} className="w-full" />
      {date.span === 'range' && (
        <>
          <Field label="From">
            {(attributes) => (
              <TextInput
                {...attributes}
                type="date"
                value={date.first}
                onChange={({ target }) => onChange({ ...date, first: target.value })}
              />
            )}
          </Field>
          <Field
            label="To"
            error={isReversed(date) ? 'This day is before the first one: nothing can be found.' : undefined}
          >
            {(attributes) => (
              <TextInput
                {...attributes}
                type="date"
                value={date.last}
                onChange={({ target }) => onChange({ ...date, last: target.value })}
              />
            )}
          </Field>
        </>
      )}
    </fieldset>
  )
}
