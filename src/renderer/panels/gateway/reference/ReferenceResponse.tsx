// The response to a request of the reference, while it arrives and afterwards.
import { useMemo, useState } from 'react'
import { Button } from '../../../components/Button'
import { CodeEditor } from '../../../components/CodeEditor'
import { CopyButton } from '../../../components/CopyButton'
import { formatBytes, formatDuration, formatPlural } from '../../../components/format'
import { joinClasses } from '../../../components/join-classes'
import { Notice } from '../../../components/Notice'
import { SegmentedControl } from '../../../components/SegmentedControl'
import { AudioPlayer } from '../../../media-viewer/AudioPlayer'
import { mediaBaseUrl } from '../../../state/media-files'
import { joinText, listMedia, parse } from './read-response'
import type { ReferenceRun } from './reference-state'

interface ReferenceResponseProps {
  readonly run: ReferenceRun | null
  readonly onShowRequest: (id: string) => void
}

type View = 'text' | 'events'

export function ReferenceResponse({ run, onShowRequest }: ReferenceResponseProps) {
  const [view, setView] = useState<View>('events')
  return (
    <section
      aria-label="Response"
      className="flex min-h-60 flex-1 flex-col gap-3 border-line border-t p-5 xl:overflow-y-auto xl:border-t-0 xl:border-l"
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
          <Files run={run} />
          {run.texts.length > 0 && <Body run={run} view={view} onChangeView={setView} />}
        </>
      )}
    </section>
  )
}

function Summary({ run, onShowRequest }: ReferenceResponseProps & { run: ReferenceRun }) {
  const { head, end, texts, state } = run
  const facts = [
    head && `first byte ${formatDuration(head.at)}`,
    end && `total ${formatDuration(end.at)}`,
    end && formatBytes(end.bytes),
    texts.length > 1 && formatPlural(texts.length, 'event'),
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

function Files({ run }: { run: ReferenceRun }) {
  const { texts, file } = run
  const media = useMemo(() => listMedia({ texts, file }), [texts, file])
  return media.map(({ media: hash, mimeType }) => {
    const url = `${mediaBaseUrl}${hash}`
    if (mimeType.startsWith('image/'))
      return (
        <img
          key={hash}
          src={url}
          alt="From the response"
          className="max-h-80 max-w-full self-start rounded-md border border-line object-contain"
        />
      )
    if (mimeType.startsWith('audio/')) return <AudioPlayer key={hash} media={hash} name={null} />
    if (mimeType.startsWith('video/'))
      return (
        // biome-ignore lint/a11y/useMediaCaption: there are no captions.
        <video key={hash} src={url} controls className="max-h-80 max-w-full self-start rounded-md" />
      )
    return (
      <p key={hash} className="text-soft">
        {mimeType || 'File'}
      </p>
    )
  })
}

interface BodyProps {
  readonly run: ReferenceRun
  readonly view: View
  readonly onChangeView: (view: View) => void
}

function Body({ run: { texts }, view, onChangeView }: BodyProps) {
  const text = useMemo(() => joinText({ texts }), [texts])
  const raw = useMemo(() => writeBody(texts), [texts])
  const isStream = texts.length > 1
  const isText = view === 'text' && text !== ''
  const shown = isText ? text : raw
  return (
    <>
      <div className="flex items-center justify-between gap-2">
        {text ? (
          <SegmentedControl
            label="Response view"
            value={view}
            options={[
              { value: 'events', name: isStream ? 'Events' : 'Body' },
              { value: 'text', name: 'Text' },
            ]}
            onChange={onChangeView}
          />
        ) : (
          <span />
        )}
        <CopyButton label="Copy response" text={shown} />
      </div>
      <CodeEditor
        key={String(isText || isStream)}
        label="Response body"
        value={shown}
        language={isText || isStream ? 'text' : 'json'}
        readOnly
        rows={[4, 40]}
        className="font-mono"
      />
    </>
  )
}

/** A whole body is indented; events are one a line, with their times. */
function writeBody(texts: ReferenceRun['texts']): string {
  const [first] = texts
  if (texts.length === 1 && first) {
    const value = parse(first.text)
    return value === undefined ? first.text : JSON.stringify(value, null, 2)
  }
  return texts.map(({ at, text }) => `${formatDuration(at).padStart(8)}  ${text}`).join('\n')
}
