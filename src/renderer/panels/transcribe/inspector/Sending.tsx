// From where on a sound is sent in pieces, and how many files are on their way at once.
import { useQuery } from '@tanstack/react-query'
import { defaultJobSettings } from '#shared/schemas/settings'
import { queries } from '../../../api/desktop'
import { NumberInput } from '../../../components/NumberInput'
import { type NumberRule, readParameter, showParameter } from '../../../components/read-parameter'
import { clearInputs, saveInput, useInputTexts } from '../../../state/input-texts'
import { setJobLimit } from './job-limits'

type LimitName = 'transcriptionsAtOnce' | 'pieceMegabytes' | 'pieceMinutes'

interface Limit {
  readonly name: LimitName
  readonly label: string
  readonly hint: string
  readonly rule: NumberRule
}

/** Of files that are prepared from now on. */
const limits: readonly Limit[] = [
  {
    name: 'transcriptionsAtOnce',
    label: 'Files at once',
    hint: 'Each sends its pieces one after the other.',
    rule: { least: 1, most: 10, whole: true, words: 'a whole number from 1 to 10', required: true },
  },
  {
    name: 'pieceMegabytes',
    label: 'MB a piece',
    hint: 'A larger file is split at silences. Most upstreams take 25.',
    rule: { least: 1, most: 2000, whole: false, words: 'a number from 1 to 2000', required: true },
  },
  {
    name: 'pieceMinutes',
    label: 'Minutes a piece',
    hint: 'A longer file is split at silences. Upstreams take 23 for some models, 25 for others.',
    rule: { least: 1, most: 600, whole: false, words: 'a number from 1 to 600', required: true },
  },
]

export function Sending() {
  return limits.map((limit) => <LimitField key={limit.name} {...limit} />)
}

function LimitField({ name, label, hint, rule }: Limit) {
  const { data: settings } = useQuery(queries.settings.read.queryOptions())
  const value = (settings?.jobs ?? defaultJobSettings)[name]
  const standard = defaultJobSettings[name]
  const place = `transcribe/${name}`
  const typed = useInputTexts(({ texts }) => texts[place])
  const { text, error } = showParameter(typed, value, rule)
  return (
    <NumberInput
      label={label}
      text={text}
      value={value}
      error={error}
      hint={hint}
      unsetWord={String(standard)}
      {...(value === standard && !error ? {} : { resetLabel: `${label}: back to ${standard}` })}
      disabled={!settings}
      onText={(next) => {
        saveInput(place, next)
        const read = readParameter(next, rule)
        if (read.error === undefined && read.value !== undefined) setJobLimit(name, read.value)
      }}
      onReset={() => {
        clearInputs(place)
        setJobLimit(name, standard)
      }}
    />
  )
}
