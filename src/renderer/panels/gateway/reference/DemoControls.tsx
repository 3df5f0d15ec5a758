// The speed and the failures of the demo, for one request. Other providers ignore the header that contains them.
import type { ReferenceEntry } from '#shared/endpoints/reference'
import type { RouteId } from '#shared/endpoints/routes'
import { Field } from '../../../components/Field'
import { Select } from '../../../components/Select'
import { changeDraft, type RequestDraft } from './reference-state'

interface Setting {
  readonly value: string
  readonly label: string
}

const usual = 'default'

const tokenSpeeds: readonly Setting[] = [
  { value: 'tokens-per-second=20', label: '20 tokens per second' },
  { value: 'tokens-per-second=5', label: '5 tokens per second' },
  { value: 'first-token=3000', label: '3 s to the first token' },
  { value: 'image=5000', label: '5 s for each image' },
]
const speedsOfRoute: Readonly<Partial<Record<RouteId, readonly Setting[]>>> = {
  generateContent: tokenSpeeds,
  streamGenerateContent: tokenSpeeds,
  predictLongRunning: [{ value: 'video=20000', label: '20 s for the video' }],
}

function listSpeeds({ routeId }: ReferenceEntry): readonly Setting[] {
  return [
    { value: usual, label: 'Usual speed' },
    { value: 'instant', label: 'Instant' },
    ...(speedsOfRoute[routeId] ?? []),
    { value: 'delay=3000', label: '3 s until the response' },
  ]
}

const statusFaults: readonly Setting[] = [
  { value: usual, label: 'No failure' },
  { value: 'fail=400', label: 'Status 400' },
  { value: 'fail=401', label: 'Status 401 (rejected key)' },
  { value: 'fail=429', label: 'Status 429 (rate limit)' },
  { value: 'fail=500', label: 'Status 500' },
  { value: 'fail=503', label: 'Status 503' },
]
const streamFaults: readonly Setting[] = [
  { value: 'fail-after=3', label: 'Error after 3 events' },
  { value: 'cut-after=3', label: 'Connection lost after 3 events' },
  { value: 'end-after=3', label: 'Ends early after 3 events' },
  { value: 'garbage-after=3', label: 'Invalid data after 3 events' },
  { value: 'stall-after=3', label: 'No data after 3 events' },
  { value: 'empty', label: 'Empty response' },
]
const bodyFaults: readonly Setting[] = [
  { value: 'cut-after=0', label: 'Connection lost' },
  { value: 'garbage-after=0', label: 'Invalid data' },
  { value: 'empty', label: 'Empty response' },
]

function listFaults({ routeId, route }: ReferenceEntry): readonly Setting[] {
  if (route.responseType.endsWith('stream')) return [...statusFaults, ...streamFaults]
  return routeId === 'generateContent' ? [...statusFaults, ...bodyFaults] : statusFaults
}

export function DemoControls({ entry, draft }: { entry: ReferenceEntry; draft: RequestDraft }) {
  const { speed = '', fault = '' } = draft.demo ?? {}
  const toSetting = (value: string) => (value === usual ? '' : value)
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label="Demo speed">
        {(attributes) => (
          <Select
            {...attributes}
            label="Demo speed"
            value={speed || usual}
            groups={[{ label: '', options: listSpeeds(entry) }]}
            onChange={(value) => changeDraft(entry.id, { demo: { speed: toSetting(value), fault } })}
            className="w-48"
          />
        )}
      </Field>
      <Field label="Demo failure">
        {(attributes) => (
          <Select
            {...attributes}
            label="Demo failure"
            value={fault || usual}
            groups={[{ label: '', options: listFaults(entry) }]}
            onChange={(value) => changeDraft(entry.id, { demo: { speed, fault: toSetting(value) } })}
            className="w-60"
          />
        )}
      </Field>
    </div>
  )
}
