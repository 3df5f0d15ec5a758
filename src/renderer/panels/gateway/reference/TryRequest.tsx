// A form that sends a request of the reference, and the response as it arrives.
import { Play, Square } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef } from 'react'
import { isServedByGateway } from '#shared/endpoints/errors'
import { type ReferenceEntry, requestSchema } from '#shared/endpoints/reference'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import { desktop } from '../../../api/desktop'
import { Button } from '../../../components/Button'
import { Kbd } from '../../../components/Kbd'
import { CheckedEditor, useAsyncCheck } from '../../../json-editor/CheckedEditor'
import { DemoControls } from './DemoControls'
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
import { checkRequest, completeRequest } from './request-editor'

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
            <Button onClick={() => stopRequest(id)}>
              <Square size={14} aria-hidden="true" />
              Stop
            </Button>
          ) : (
            <Button
              variant="primary"
              aria-keyshortcuts="Control+Enter Meta+Enter"
              disabled={isBlocked}
              onClick={send}
            >
              <Play size={14} aria-hidden="true" />
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
