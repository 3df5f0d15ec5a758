// The limits of sending: concurrent files and the size of pieces. They apply immediately and are saved after a pause.
import { useQuery } from '@tanstack/react-query'
import { create } from 'zustand'
import { defaultJobSettings, type JobSettings, type Settings } from '#shared/schemas/settings'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { toastOutcome } from '../../../api/toast-outcome'
import { NumberInput } from '../../../components/NumberInput'
import { type NumberRule, readParameter, showParameter } from '../../../components/read-parameter'
import { clearInputs, saveInput, useDrafts } from '../../../state/draft-store'

type LimitName = 'transcriptionsAtOnce' | 'pieceMegabytes' | 'pieceMinutes'

interface Limit {
  readonly name: LimitName
  readonly label: string
  readonly hint: string
  readonly rule: NumberRule
}

/** They apply to files prepared after the change. */
const limits: readonly Limit[] = [
  {
    name: 'transcriptionsAtOnce',
    label: 'Parallel files',
    hint: 'The chunks of each file are sent one at a time.',
    rule: { min: 1, max: 10, whole: true, description: 'a whole number from 1 to 10', required: true },
  },
  {
    name: 'pieceMegabytes',
    label: 'Max chunk size (MB)',
    hint: 'Larger files are split at silences. Most providers accept up to 25 MB.',
    rule: { min: 1, max: 2000, whole: false, description: 'a number from 1 to 2,000', required: true },
  },
  {
    name: 'pieceMinutes',
    label: 'Max chunk length (minutes)',
    hint: 'Longer files are split at silences. Providers accept up to 23 or 25 minutes, depending on the model.',
    rule: { min: 1, max: 600, whole: false, description: 'a number from 1 to 600', required: true },
  },
]

export function Sending() {
  return limits.map((limit) => <LimitField key={limit.name} {...limit} />)
}

function LimitField({ name, label, hint, rule }: Limit) {
  const { data: settings } = useQuery(queries.settings.read.queryOptions())
  const value = (settings?.jobs ?? defaultJobSettings)[name]
  const standard = defaultJobSettings[name]
  const key = `transcribe/${name}`
  const typed = useDrafts(({ texts }) => texts[key])
  const { text, error: problem } = showParameter(typed, value, rule)
  const failure = useFailures((failures) => failures[name])
  const error = problem ?? failure
  return (
    <NumberInput
      label={label}
      text={text}
      value={value}
      error={error}
      hint={hint}
      unsetText={String(standard)}
      {...(value === standard && !error ? {} : { resetLabel: `Reset ${label} to ${standard}` })}
      disabled={!settings}
      onText={(next) => {
        saveInput(key, next)
        const read = readParameter(next, rule)
        if (read.error === undefined && read.value !== undefined) setJobLimit(name, read.value)
      }}
      onReset={() => {
        clearInputs(key)
        setJobLimit(name, standard)
      }}
    />
  )
}

/** Milliseconds: typing `2` before `25` must not split files. */
const saveDelayMs = 600

let timer: ReturnType<typeof setTimeout> | undefined
let changed: Partial<JobSettings> = {}
/** Why limits could not be saved. They are saved again with the next change, and when the page is closed. */
const useFailures = create<{ readonly [Name in LimitName]?: string }>()(() => ({}))

function setJobLimit(name: keyof JobSettings, value: number) {
  changed = { ...changed, [name]: value }
  queryClient.setQueryData(queries.settings.read.queryKey(), (settings: Settings | undefined) =>
    settings ? { ...settings, jobs: { ...settings.jobs, ...changed } } : settings,
  )
  clearTimeout(timer)
  timer = setTimeout(() => toastOutcome(saveLimits()), saveDelayMs)
}

/** Saves the last input before the page is closed. */
addEventListener('pagehide', () => {
  clearTimeout(timer)
  if (Object.keys(changed).length > 0) saveLimits().catch(() => {})
})

async function saveLimits(): Promise<void> {
  const unsaved = changed
  changed = {}
  try {
    const { jobs } = await desktop.settings.read()
    await desktop.settings.update({ jobs: { ...defaultJobSettings, ...jobs, ...unsaved } })
    useFailures.setState({}, true)
    void queryClient.invalidateQueries({ queryKey: queries.settings.read.key() })
  } catch (error) {
    changed = { ...unsaved, ...changed }
    const failure = `Not saved. ${describeError(error)}`
    useFailures.setState(Object.fromEntries(Object.keys(unsaved).map((name) => [name, failure])))
    throw error
  }
}
