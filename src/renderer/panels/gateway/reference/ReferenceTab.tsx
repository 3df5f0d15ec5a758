// The reference of the gateway: its endpoints and routes, with their fields, errors and code, and a form to send them.
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Tabs as Radix } from 'radix-ui'
import { useEffect, useState } from 'react'
import { describeApi } from '#shared/endpoints/openapi'
import { type ReferenceEntry, referenceEntries } from '#shared/endpoints/reference'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { toastOutcome, toSaved } from '../../../api/toast-outcome'
import { Badge } from '../../../components/Badge'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { Skeleton } from '../../../components/Skeleton'
import { Tabs } from '../../../components/Tabs'
import { RequestCode } from '../../../exchange/RequestCode'
import { openDrafts, useDrafts } from '../../../state/draft-store'
import { ErrorList } from './ErrorList'
import { FieldTable } from './FieldTable'
import { referenceForm, toRequest, toSample, useDraft } from './reference-state'
import { TryRequest } from './TryRequest'

interface ReferenceTabProps {
  /** Shows a request in the log, also while it is in progress. */
  readonly onShowRequest: (id: string) => void
}

export function ReferenceTab({ onShowRequest }: ReferenceTabProps) {
  const { data: status, error } = useQuery(queries.application.status.queryOptions())
  const selected = referenceForm.useForm((form) => form.selected)
  const isLoaded = useDrafts(({ isLoaded }) => isLoaded)
  const failure = useDrafts(({ failure }) => failure)
  const [view, setView] = useState<View>('try')
  useEffect(() => void openDrafts(), [])
  if (error)
    return (
      <div className="p-6">
        <Notice tone="danger" title="Couldn’t load the reference">
          {describeError(error)}
        </Notice>
      </div>
    )
  if (!status || !(isLoaded || failure))
    return <Skeleton label="Loading reference…" widths={['48%', '92%', '84%']} className="p-6" />
  return (
    <Radix.Root
      orientation="vertical"
      value={selected}
      onValueChange={(id) => referenceForm.change({ selected: id })}
      className="flex min-h-0 flex-1"
    >
      <Radix.List
        aria-label="Endpoints"
        className="flex w-60 shrink-0 flex-col overflow-y-auto border-line border-r px-2 py-3"
      >
        <EntryGroup title="Endpoints" isBeyond={false} />
        <EntryGroup title="Beyond the specification" isBeyond />
      </Radix.List>
      {referenceEntries.map((entry) => (
        <Radix.Content
          key={entry.id}
          value={entry.id}
          className="flex min-h-0 min-w-0 flex-1 flex-col outline-offset-[-2px]"
        >
          <EntryView
            entry={entry}
            status={status}
            view={view}
            onChangeView={setView}
            onShowRequest={onShowRequest}
          />
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}

function EntryGroup({ title, isBeyond }: { title: string; isBeyond: boolean }) {
  return (
    <>
      <p role="presentation" className="px-2 pt-2 pb-1 font-medium text-faint text-xs">
        {title}
      </p>
      {referenceEntries
        .filter(({ isBeyondSpecification }) => isBeyondSpecification === isBeyond)
        .map(({ id, title: name, route }) => (
          <Radix.Trigger
            key={id}
            value={id}
            className="flex min-h-7 shrink-0 items-baseline gap-2 rounded-md px-2 py-1 text-left text-soft text-sm transition-colors hover:bg-hover hover:text-ink data-[state=active]:bg-hover data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            <span className="w-11 shrink-0 font-mono text-faint text-xs">{isBeyond ? route.method : id}</span>
            <span className="min-w-0">{name}</span>
          </Radix.Trigger>
        ))}
    </>
  )
}

type View = 'try' | 'fields' | 'errors' | 'code'

interface EntryViewProps extends ReferenceTabProps {
  readonly entry: ReferenceEntry
  readonly status: ApplicationStatus
  /** Stays when another endpoint is selected. */
  readonly view: View
  readonly onChangeView: (view: View) => void
}

function EntryView({ entry, status, view, onChangeView, onShowRequest }: EntryViewProps) {
  const draft = useDraft(entry.id)
  const { url, requestedPort } = status.gateway
  const baseUrl = url ?? `http://127.0.0.1:${requestedPort}`
  const isDemo = status.upstream.kind === 'demo'
  const { method, path } = toRequest(entry, draft, isDemo)
  const tabs = [
    {
      id: 'try',
      name: 'Try it',
      content: <TryRequest entry={entry} upstream={status.upstream} onShowRequest={onShowRequest} />,
    },
    { id: 'fields', name: 'Fields', content: <FieldTable entry={entry} /> },
    { id: 'errors', name: 'Errors', content: <ErrorList entry={entry} /> },
    {
      id: 'code',
      name: 'Code',
      content: <CodeOrProblem request={toSample(entry, draft, isDemo)} baseUrl={baseUrl} />,
    },
  ]
  return (
    <>
      <header className="flex shrink-0 flex-col gap-1 px-5 pt-3 pb-2">
        <div className="flex items-center gap-2">
          <h2 className="min-w-0 flex-1 truncate font-semibold">{entry.title}</h2>
          {entry.isBeyondSpecification && <Badge>Beyond the specification</Badge>}
          <SaveOpenApiButton version={status.version} baseUrl={baseUrl} />
        </div>
        <p className="selectable font-mono text-sm [overflow-wrap:anywhere]">
          <span className="text-accent">{method}</span> {path}
        </p>
        <p className="text-soft text-sm">{entry.route.summary}</p>
      </header>
      <Tabs
        label="Endpoint"
        value={view}
        tabs={tabs}
        // The tabs have these ids.
        onChange={(id) => onChangeView(id as View)}
      />
    </>
  )
}

/** A body that isn't an object can't be written as code. */
function CodeOrProblem(props: Parameters<typeof RequestCode>[0]) {
  const { body } = props.request
  if (body === '' || isJsonObject(body)) return <RequestCode {...props} />
  return (
    <div className="p-5">
      <Notice tone="warn" title="The request’s body isn’t a JSON object">
        Correct it in Try it.
      </Notice>
    </div>
  )
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** Postman, Bruno, Insomnia and others import the document. */
function SaveOpenApiButton({ version, baseUrl }: { version: string; baseUrl: string }) {
  const save = () => {
    const text = `${JSON.stringify(describeApi(version, baseUrl), null, 2)}\n`
    const saving = desktop.application.saveText({ suggestedName: 'openapi.json', text })
    toastOutcome(
      saving.then(({ path }) => toSaved(path)),
      'Couldn’t save the file',
    )
  }
  return (
    <Button size="small" onClick={save}>
      <Download size={14} aria-hidden="true" />
      Save OpenAPI document…
    </Button>
  )
}
