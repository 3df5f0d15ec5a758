// The response to a request of the reference, while it arrives and afterwards.

import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { desktop } from '../../../api/desktop'
import { toastOutcome, toSaved } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { CodeEditor } from '../../../components/CodeEditor'
import { CopyButton } from '../../../components/CopyButton'
import { formatBytes, formatDuration, formatPlural } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { Notice } from '../../../components/Notice'
import { SegmentedControl } from '../../../components/SegmentedControl'
import { toEventLines } from '../../../exchange/StoredExchange'
import { AudioPlayer } from '../../../media-viewer/AudioPlayer'
import { mediaBaseUrl } from '../../../state/media-files'
import { checkOperation, parse, type ReferenceRun, type ShownMedia, type TimedText } from './reference-run'
import { changeDraft, referenceForm, useDraft } from './reference-state'

interface ReferenceResponseProps {
  /** The entry's. */
  readonly id: string
  readonly run: ReferenceRun | null
  readonly onShowRequest: (id: string) => void
}

export function ReferenceResponse({ id, run, onShowRequest }: ReferenceResponseProps) {
  return (
    <section
      aria-label="Response"
      className="flex min-h-60 flex-1 flex-col gap-3 border-line border-t p-5 xl:min-h-0 xl:overflow-y-auto xl:border-t-0 xl:border-l"
    >
      {run === null && <p className="text-faint">The response appears here.</p>}
      {run !== null && (
        <>
          <Summary run={run} onShowRequest={onShowRequest} />
          {run.error && (
            <Notice tone="danger" title="The response is incomplete">
              {run.error}
            </Notice>
          )}
          {run.state === 'stopped' && <p className="text-soft">Stopped.</p>}
          <OperationStatus id={id} run={run} />
          {run.head && <StartedUpload id={id} headers={run.head.headers} />}
          {run.media.map((file) => (
            <MediaFile key={file.media} file={file} name={`${id} response`} />
          ))}
          {run.head && <Body key={String(run.texts.length > 1)} name={`${id} response`} run={run} />}
        </>
      )}
    </section>
  )
}

interface SummaryProps extends Pick<ReferenceResponseProps, 'onShowRequest'> {
  readonly run: ReferenceRun
}

function Summary({ run: { head, end, texts, state, operation, checks }, onShowRequest }: SummaryProps) {
  const facts = [
    head && !checks && `first byte ${formatDuration(head.at)}`,
    end && `total ${formatDuration(end.at)}`,
    end && formatBytes(end.bytes),
    operation
      ? checks > 0 && formatPlural(checks, 'check')
      : texts.length > 1 && formatPlural(texts.length, 'event'),
  ].filter(Boolean)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p role="status" className="font-medium">
        {head && (
          <span className={joinClasses('font-mono', head.status < 400 ? 'text-ok' : 'text-danger')}>
            {head.status}
          </span>
        )}{' '}
        {state === 'running' && (head ? 'Receiving response…' : 'Waiting for response…')}
      </p>
      <p className="text-faint text-sm tabular-nums">{facts.join(' · ')}</p>
      {head?.exchangeId && (
        <Button size="small" variant="quiet" onClick={() => onShowRequest(head.exchangeId ?? '')}>
          Show request
        </Button>
      )}
    </div>
  )
}

/** A video takes minutes: its operation is checked once, or until it is done. */
function OperationStatus({ id, run: { operation, state } }: { id: string; run: ReferenceRun }) {
  if (!operation) return null
  const { isDone, error } = operation
  if (isDone && error)
    return (
      <Notice tone="danger" title="The operation failed">
        {error}
      </Notice>
    )
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="text-soft">{isDone ? 'The operation is done.' : 'The operation is running.'}</p>
      {!isDone && state !== 'running' && (
        <>
          <Button size="small" onClick={() => void checkOperation(id, false)}>
            Check status
          </Button>
          <Button size="small" onClick={() => void checkOperation(id, true)}>
            Follow until done
          </Button>
        </>
      )}
    </div>
  )
}

/** The URL of a started upload has an ID that the next request needs. */
function StartedUpload({ id, headers }: { id: string; headers: Readonly<Record<string, string>> }) {
  const [, upload] = /\/files\/([^/?]+)/.exec(headers['x-goog-upload-url'] ?? '') ?? []
  const { file } = useDraft(id)
  if (!upload) return null
  const continueUpload = () => {
    changeDraft('continueUpload', { segments: { upload }, ...(file ? { file } : {}) })
    referenceForm.change({ selected: 'continueUpload' })
  }
  return (
    <Button size="small" className="self-start" onClick={continueUpload}>
      Continue upload
    </Button>
  )
}

function MediaFile({ file: { media, mimeType }, name }: { file: ShownMedia; name: string }) {
  const save = () =>
    toastOutcome(
      desktop.images.saveAs({ media, name, withPrompt: false }).then(({ path }) => toSaved(path)),
      'Couldn’t save the file',
    )
  return (
    <figure className="flex flex-col items-start gap-1.5">
      <Preview media={media} mimeType={mimeType} />
      <figcaption className="flex items-center gap-2 text-faint text-sm">
        {mimeType || 'File'}
        <Button icon={Download} size="small" variant="quiet" onClick={save}>
          Save as…
        </Button>
      </figcaption>
    </figure>
  )
}

function Preview({ media, mimeType }: ShownMedia) {
  const url = `${mediaBaseUrl}${media}`
  const className = 'max-h-80 max-w-full rounded-md border border-line object-contain'
  if (mimeType.startsWith('image/')) return <img src={url} alt="From the response" className={className} />
  if (mimeType.startsWith('audio/')) return <AudioPlayer media={media} name={null} />
  if (!mimeType.startsWith('video/')) return null
  return (
    // biome-ignore lint/a11y/useMediaCaption: there are no captions.
    <video src={url} controls aria-label="Video from the response" className={className} />
  )
}

type View = 'body' | 'events' | 'text' | 'headers'

const labels: Readonly<Record<View, string>> = {
  body: 'Response body',
  events: 'Response events',
  text: 'Response body',
  headers: 'Response headers',
}

/** As in the log. */
function listEvents(texts: readonly TimedText[]): string {
  const timeline = texts.map(({ at, text }): [number, number] => [at, text.length])
  const responseBody = texts.map(({ text }) => text.replaceAll('\n', ' ')).join('\n')
  return toEventLines({ timeline, responseBody }).join('\n')
}

/** Events are shown if there are several, a whole body otherwise. */
function Body({ name, run: { texts, answerText, head } }: { name: string; run: ReferenceRun }) {
  const [selected, setView] = useState<View | null>(null)
  const isSeries = texts.length > 1
  const views: readonly { readonly value: View; readonly name: string }[] = [
    ...(isSeries ? [{ value: 'events' as const, name: 'Events' }] : []),
    ...(texts.length === 1 ? [{ value: 'body' as const, name: 'Body' }] : []),
    ...(answerText ? [{ value: 'text' as const, name: 'Text' }] : []),
    { value: 'headers', name: 'Headers' },
  ]
  const view = views.find(({ value }) => value === selected)?.value ?? views[0]?.value ?? 'headers'
  const text = useMemo(() => {
    if (view === 'text') return answerText
    if (view === 'headers')
      return Object.entries(head?.headers ?? {})
        .map(([header, value]) => `${header}: ${value}`)
        .join('\n')
    return texts.map((event) => (isSeries ? event.text : indent(event.text))).join('\n')
  }, [view, answerText, head, texts, isSeries])
  const suggestedName = view === 'body' ? `${name}.json` : `${name}.txt`
  return (
    <>
      <div className="flex items-center justify-between gap-2">
        <SegmentedControl label="Response view" value={view} options={views} onChange={setView} />
        <span className="flex">
          <CopyButton label="Copy response" text={text} />
          <IconButton
            size="small"
            label="Save response as…"
            icon={Download}
            onClick={() =>
              toastOutcome(
                desktop.application.saveText({ suggestedName, text }).then(({ path }) => toSaved(path)),
                'Couldn’t save the response',
              )
            }
          />
        </span>
      </div>
      <CodeEditor
        key={view}
        label={labels[view]}
        value={view === 'events' ? listEvents(texts) : text}
        language={view === 'body' && /^[[{]/.test(text) ? 'json' : 'text'}
        readOnly
        rows={[4, 40]}
        className="font-mono"
      />
    </>
  )
}

function indent(text: string): string {
  const value = parse(text)
  return value === undefined ? text : JSON.stringify(value, null, 2)
}
