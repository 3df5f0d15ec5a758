// A form that sends a request of the reference, and the response as it arrives.

import { findNodeAtLocation, getNodeValue, parseTree } from 'jsonc-parser'
import { Play, Square } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef } from 'react'
import { isServedByGateway } from '#shared/endpoints/error-cases'
import { type ReferenceEntry, requestSchema } from '#shared/endpoints/reference'
import type { RouteId } from '#shared/endpoints/routes'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import type { JsonProblem } from '#shared/schemas/json-problem'
import { desktop } from '../../../api/desktop'
import { Button } from '../../../components/Button'
import type { CodeCompletion, JsonCursor } from '../../../components/code-completion'
import { Field } from '../../../components/Field'
import { findJsonError } from '../../../components/json-error'
import { Kbd } from '../../../components/Kbd'
import { Select } from '../../../components/Select'
import { CheckedEditor, useAsyncCheck } from '../../../json-editor/CheckedEditor'
import { createProblemLocator, type LocatedProblem, parseJsonPath } from '../../../json-editor/json-locations'
import { ReferenceResponse } from './ReferenceResponse'
import { FileField, ParameterFields, Target, useAddedFile } from './RequestFields'
import { sendRequest, stopRequest, useReferenceRuns } from './reference-run'
import {
  bodyOf,
  changeDraft,
  fillExample,
  hasFile,
  listSegments,
  prepareRequest,
  type RequestDraft,
  useDraft,
} from './reference-state'

interface TryRequestProps {
  readonly entry: ReferenceEntry
  readonly upstream: ApplicationStatus['upstream']
  readonly onShowRequest: (id: string) => void
}

export function TryRequest({ entry, upstream, onShowRequest }: TryRequestProps) {
  const { id, route } = entry
  const draft = useDraft(id)
  const run = useReferenceRuns((state) => state.runs[id])
  const isRunning = run?.state === 'running'
  const isDemo = upstream.kind === 'demo'
  const isForwarded = !isServedByGateway(entry.routeId)
  const missing = listSegments(entry).filter((name) => !draft.segments?.[name])
  const isAdding = useAddedFile(id) !== undefined
  // The earlier file would be sent.
  const isBlocked = missing.length > 0 || isAdding
  const response = useRef<HTMLDivElement>(null)
  const send = () => {
    void sendRequest(id, () => prepareRequest(entry, draft, isDemo))
    // In a narrow window it is below the request.
    response.current?.scrollIntoView({ block: 'nearest' })
  }
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isBlocked) return
    // Before the editor, which would insert a line.
    event.preventDefault()
    event.stopPropagation()
    send()
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto xl:flex-row xl:overflow-hidden">
      <section
        aria-label="Request"
        onKeyDownCapture={sendByKey}
        className="flex flex-1 flex-col gap-3 p-5 xl:min-h-0 xl:min-w-0 xl:overflow-y-auto"
      >
        <Target entry={entry} draft={draft} />
        {isDemo && isForwarded && <DemoControls entry={entry} draft={draft} />}
        {hasFile(entry, draft) && <FileField entry={entry} draft={draft} />}
        <ParameterFields entry={entry} draft={draft} />
        {route.body === 'json' && <BodyEditor entry={entry} draft={draft} />}
        <div className="flex flex-wrap items-center gap-2">
          {isRunning ? (
            <Button icon={Square} onClick={() => stopRequest(id)}>
              Stop
            </Button>
          ) : (
            <Button
              icon={Play}
              variant="primary"
              aria-keyshortcuts="Control+Enter Meta+Enter"
              disabled={isBlocked}
              onClick={send}
            >
              Send
            </Button>
          )}
          <Button onClick={() => fillExample(id)}>Fill example</Button>
          <p className="text-faint text-sm">
            {missing.length > 0 ? `Enter the ${missing.join(' and ')} ID first.` : <Kbd keys="mod+enter" />}
            {missing.length === 0 && !isDemo && isForwarded && route.method === 'POST' && (
              <span className="ml-2">May be billed by the provider.</span>
            )}
          </p>
        </div>
      </section>
      <div ref={response} className="flex flex-1 flex-col xl:min-h-0 xl:min-w-0">
        <ReferenceResponse id={id} run={run ?? null} onShowRequest={onShowRequest} />
      </div>
    </div>
  )
}

function BodyEditor({ entry, draft }: { entry: ReferenceEntry; draft: RequestDraft }) {
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

function DemoControls({ entry, draft }: { entry: ReferenceEntry; draft: RequestDraft }) {
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

type JsonObject = Readonly<Record<string, unknown>>

/** Members at a key, and allowed values or examples at a value. */
export function completeRequest(
  schema: JsonObject,
  { path, isKey, text }: JsonCursor,
): readonly CodeCompletion[] {
  if (!isKey) return completeValue(findSchema(schema, path))
  const parent = path.slice(0, -1)
  const present = membersAt(text, parent)
  return Object.entries(toObject(findSchema(schema, parent).properties))
    .filter(([name]) => !present.includes(name))
    .map(([label, member]) => toKeyCompletion(label, toObject(member)))
}

function completeValue({ enum: allowed, examples, type }: JsonObject): readonly CodeCompletion[] {
  if (type === 'boolean') return [true, false].map((value) => toValueCompletion(value))
  const values = allowed ?? examples
  return Array.isArray(values) ? values.map(toValueCompletion) : []
}

function toValueCompletion(value: unknown): CodeCompletion {
  if (typeof value === 'string') return { label: value }
  const json = JSON.stringify(value)
  return { label: json, json }
}

function toKeyCompletion(label: string, schema: JsonObject): CodeCompletion {
  const { description } = schema
  return { label, json: emptyValue(schema), ...(typeof description === 'string' ? { description } : {}) }
}

/** The cursor is put between the brackets or quotation marks. */
function emptyValue({ type }: JsonObject): string {
  if (type === 'array') return '[]'
  if (type === 'object') return '{}'
  if (type === 'boolean') return 'true'
  return type === 'number' || type === 'integer' ? '0' : '""'
}

/** The schema of the value at a path; empty if the value isn't described. */
function findSchema(schema: JsonObject, path: JsonCursor['path']): JsonObject {
  return path.reduce<JsonObject>(
    (found, step) => toObject(typeof step === 'number' ? found.items : toObject(found.properties)[step]),
    schema,
  )
}

function membersAt(text: string, path: JsonCursor['path']): readonly string[] {
  const tree = readTree(text)
  const node = tree && findNodeAtLocation(tree, [...path])
  return node?.type === 'object' ? Object.keys(toObject(getNodeValue(node))) : []
}

function readTree(text: string) {
  try {
    return parseTree(text)
  } catch {
    // Nested too deeply for the parser; the editor reports that itself.
    return undefined
  }
}

function toObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

/** `validate` returns the mismatches between a text and the schema. */
export async function checkRequest(
  text: string,
  validate: (text: string) => Promise<readonly JsonProblem[]>,
): Promise<readonly LocatedProblem[]> {
  const locator = createProblemLocator(text)
  const syntaxError = findJsonError(text)
  if (syntaxError) return [locator.syntaxError(syntaxError)]
  const found = await validate(text)
  return found.map(({ path, message }) => locator.problem(parseJsonPath(path), message))
}
