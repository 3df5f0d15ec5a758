// A form that sends a request of the reference: its model, prefix and body, and the response as it arrives.
import { useQuery } from '@tanstack/react-query'
import { Play, Square } from 'lucide-react'
import { useMemo } from 'react'
import { type ReferenceEntry, requestSchema } from '#shared/endpoints/reference'
import { verbOf } from '#shared/endpoints/routes'
import { methodsOfKind } from '#shared/models/catalog'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import { desktop, queries } from '../../../api/desktop'
import { Button } from '../../../components/Button'
import { Field } from '../../../components/Field'
import { Notice } from '../../../components/Notice'
import { Select } from '../../../components/Select'
import { Switch } from '../../../components/Switch'
import { TextInput } from '../../../components/TextInput'
import { CheckedEditor, useAsyncCheck } from '../../../json-editor/CheckedEditor'
import { ModelPicker } from '../../../models/ModelPicker'
import { ReferenceResponse } from './ReferenceResponse'
import {
  bodyOf,
  changeDraft,
  listSegments,
  type RequestDraft,
  sendRequest,
  stopRequest,
  toRequest,
  useReference,
} from './reference-state'
import { checkRequest, completeRequest } from './request-editor'

interface TryRequestProps {
  readonly entry: ReferenceEntry
  readonly upstream: ApplicationStatus['upstream']
  readonly onShowRequest: (id: string) => void
}

const noDraft: RequestDraft = {}

export function TryRequest({ entry, upstream, onShowRequest }: TryRequestProps) {
  const draft = useReference((state) => state.drafts[entry.id]) ?? noDraft
  const run = useReference((state) => state.runs[entry.id])
  const { body: kind } = entry.route
  if (kind === 'multipart' || kind === 'bytes')
    return (
      <div className="p-5">
        <Notice tone="quiet" title="This request contains a file">
          {kind === 'multipart'
            ? 'To send one, use Transcribe, or run a command: Connect has the lines.'
            : 'To send one, run a command. Fields lists the headers.'}
        </Notice>
      </div>
    )
  const isRunning = run?.state === 'running'
  const missing = listSegments(entry).filter((name) => !draft.segments?.[name])
  const send = () => void sendRequest(entry.id, toRequest(entry, draft))
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto xl:flex-row xl:overflow-hidden">
      <section aria-label="Request" className="flex min-h-0 flex-1 flex-col gap-3 p-5">
        <Target entry={entry} draft={draft} />
        {upstream.kind === 'demo' && <DemoControls id={entry.id} draft={draft} />}
        {kind === 'json' && <BodyEditor entry={entry} draft={draft} />}
        <div className="flex flex-wrap items-center gap-2">
          {isRunning ? (
            <Button onClick={() => stopRequest(entry.id)}>
              <Square size={14} aria-hidden="true" />
              Stop
            </Button>
          ) : (
            <Button variant="primary" disabled={missing.length > 0} onClick={send}>
              <Play size={14} aria-hidden="true" />
              Send
            </Button>
          )}
          {kind === 'json' && (
            <Button
              disabled={draft.body === undefined}
              onClick={() => changeDraft(entry.id, { body: JSON.stringify(entry.example, null, 2) })}
            >
              Fill example
            </Button>
          )}
          <p className="text-faint text-sm">
            {missing.length > 0
              ? `Enter the ${missing.join(' and ')} first.`
              : upstream.kind !== 'demo' && kind === 'json' && 'May be billed by the provider.'}
          </p>
        </div>
      </section>
      <ReferenceResponse run={run ?? null} onShowRequest={onShowRequest} />
    </div>
  )
}

interface DraftProps {
  readonly entry: ReferenceEntry
  readonly draft: RequestDraft
}

/** The parts of the path. */
function Target({ entry, draft }: DraftProps) {
  const { id, route } = entry
  const groups = useModelGroups(entry)
  const segments = listSegments(entry)
  const hasChoice = entry.model !== null || route.prefixes.length > 1 || segments.length > 0
  if (!hasChoice) return null
  return (
    <div className="flex flex-wrap items-end gap-3">
      {entry.model !== null && (
        <Field label="Model">
          {(attributes) => (
            <ModelPicker
              {...attributes}
              label="Model"
              value={draft.model ?? entry.model ?? ''}
              groups={groups}
              onChange={(model) => changeDraft(id, { model })}
              className="w-64"
            />
          )}
        </Field>
      )}
      {route.prefixes.length > 1 && (
        <Field label="Prefix">
          {(attributes) => (
            <Select
              {...attributes}
              label="Prefix"
              value={draft.prefix ?? entry.prefix}
              groups={[
                { label: '', options: route.prefixes.map((prefix) => ({ value: prefix, label: prefix })) },
              ]}
              onChange={(prefix) => changeDraft(id, { prefix })}
              className="w-44"
            />
          )}
        </Field>
      )}
      {segments.map((name) => (
        <Field key={name} label={`${name.charAt(0).toUpperCase()}${name.slice(1)} ID`}>
          {(attributes) => (
            <TextInput
              {...attributes}
              value={draft.segments?.[name] ?? ''}
              onChange={({ target }) =>
                changeDraft(id, { segments: { ...draft.segments, [name]: target.value.trim() } })
              }
              className="w-64 font-mono"
            />
          )}
        </Field>
      ))}
      {route.responseType === 'stream' && (
        <Switch
          label="Server-sent events"
          checked={draft.isArray !== true}
          onChange={(isOn) => changeDraft(id, { isArray: !isOn })}
        />
      )}
    </div>
  )
}

/** The models that have the route's method; all of them if it has none. */
function useModelGroups({ route }: ReferenceEntry) {
  const { data: models = [] } = useQuery(queries.models.list.queryOptions())
  const verb = verbOf(route)
  return useMemo(() => {
    const offered = verb ? models.filter(({ kind }) => methodsOfKind[kind].includes(verb)) : models
    const options = offered.map(({ id, displayName }) => ({ value: id, label: displayName, description: id }))
    return [{ label: '', options }]
  }, [models, verb])
}

const speeds = [
  { value: 'default', label: 'Usual speed' },
  { value: 'instant', label: 'Instant' },
  { value: 'tokens-per-second=20', label: '20 tokens per second' },
  { value: 'tokens-per-second=5', label: '5 tokens per second' },
  { value: 'first-token=3000', label: '3 s to the first token' },
]

const faults = [
  { value: 'default', label: 'No failure' },
  { value: 'fail=400', label: 'Status 400' },
  { value: 'fail=429', label: 'Status 429 (rate limit)' },
  { value: 'fail=500', label: 'Status 500' },
  { value: 'fail=503', label: 'Status 503' },
  { value: 'fail-after=3', label: 'Error after 3 events' },
  { value: 'cut-after=3', label: 'Connection lost after 3 events' },
  { value: 'end-after=3', label: 'Ends early after 3 events' },
  { value: 'garbage-after=3', label: 'Invalid data after 3 events' },
  { value: 'empty', label: 'Empty response' },
]

/** The demo reads them from a header that other providers ignore. */
function DemoControls({ id, draft }: { id: string; draft: RequestDraft }) {
  const { speed = '', fault = '' } = draft.demo ?? {}
  const pick = (value: string) => (value === 'default' ? '' : value)
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label="Demo speed">
        {(attributes) => (
          <Select
            {...attributes}
            label="Demo speed"
            value={speed || 'default'}
            groups={[{ label: '', options: speeds }]}
            onChange={(value) => changeDraft(id, { demo: { speed: pick(value), fault } })}
            className="w-48"
          />
        )}
      </Field>
      <Field label="Demo failure">
        {(attributes) => (
          <Select
            {...attributes}
            label="Demo failure"
            value={fault || 'default'}
            groups={[{ label: '', options: faults }]}
            onChange={(value) => changeDraft(id, { demo: { speed, fault: pick(value) } })}
            className="w-60"
          />
        )}
      </Field>
    </div>
  )
}

function BodyEditor({ entry, draft }: DraftProps) {
  const { routeId, id } = entry
  const schema = useMemo(() => requestSchema(routeId) ?? {}, [routeId])
  const text = bodyOf(entry, draft) ?? ''
  const check = useAsyncCheck(['request', routeId, text], () =>
    checkRequest(text, (checked) => desktop.schemas.validate({ schema, text: checked })),
  )
  return (
    <div className="flex min-h-72 flex-1 flex-col gap-2">
      <h3 className="font-medium text-soft text-sm">Body</h3>
      <CheckedEditor
        key={id}
        label="Request body"
        value={text}
        onChange={(body) => changeDraft(id, { body })}
        complete={(cursor) => completeRequest(schema, cursor)}
        problems={check.result}
        pending={check.pending}
        failure={check.failure}
        validMessage="Matches the schema"
      />
    </div>
  )
}
