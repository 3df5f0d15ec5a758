// The reference of the gateway: its endpoints and routes, with their fields, errors and code, and a form to send them.
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Tabs as Radix } from 'radix-ui'
import { Fragment, useEffect, useMemo, useState } from 'react'
import { describeApi } from '#shared/endpoints/openapi'
import {
  listErrorsOf,
  listFields,
  listResponseFields,
  type ReferenceEntry,
  type ReferenceField,
  referenceEntries,
} from '#shared/endpoints/reference'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { toastOutcome, toSaved } from '../../../api/toast-outcome'
import { Badge } from '../../../components/Badge'
import { Button } from '../../../components/Button'
import { CopyButton } from '../../../components/CopyButton'
import { formatPlural } from '../../../components/format'
import { Notice } from '../../../components/Notice'
import { SegmentedControl } from '../../../components/SegmentedControl'
import { Skeleton } from '../../../components/Skeleton'
import { Tabs } from '../../../components/Tabs'
import { SearchInput } from '../../../components/TextInput'
import { RequestCode } from '../../../exchange/RequestCode'
import { openDrafts, useDrafts } from '../../../state/draft-store'
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
    <Button icon={Download} size="small" onClick={save}>
      Save OpenAPI document…
    </Button>
  )
}

function ErrorList({ entry }: { entry: ReferenceEntry }) {
  const errors = useMemo(() => listErrorsOf(entry), [entry])
  return (
    <section
      aria-label="Errors"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
      tabIndex={0}
      className="selectable flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-5 py-3 text-sm focus-visible:outline-offset-[-2px]"
    >
      <p className="text-faint">
        Bodies are shown exactly as the gateway sends them. Sizes and times depend on your settings. Messages
        passed on from a provider vary.
      </p>
      {errors.map(({ id, status, when, isEvent, body }) => {
        const text = isEvent ? `data: ${JSON.stringify(body)}` : JSON.stringify(body, null, 2)
        return (
          <div key={id} className="flex gap-4 border-line border-b pb-3 last:border-b-0">
            <h3 className="w-14 shrink-0 font-medium font-mono">{isEvent ? 'Event' : status}</h3>
            <div className="flex min-w-0 flex-1 flex-col gap-1.5">
              <div className="flex items-start justify-between gap-2">
                <p>{when}</p>
                <CopyButton label={`Copy error: ${when}`} text={text} />
              </div>
              <pre className="whitespace-pre-wrap rounded-md border border-line bg-sunken px-3 py-2 font-mono text-soft text-xs [overflow-wrap:anywhere]">
                {text}
              </pre>
            </div>
          </div>
        )
      })}
    </section>
  )
}

const locationNames = {
  path: 'Path',
  query: 'Query parameters',
  header: 'Headers',
  body: 'Body',
  form: 'Form',
} as const

type Side = 'request' | 'response'

function FieldTable({ entry }: { entry: ReferenceEntry }) {
  const [side, setSide] = useState<Side>('request')
  const [search, setSearch] = useState('')
  const fields = useMemo(
    () => (side === 'request' ? listFields(entry) : listResponseFields(entry)),
    [entry, side],
  )
  const found = useMemo(() => findFields(fields, search), [fields, search])
  const locations = [...new Set(found.map(({ location }) => location))]
  return (
    <section aria-label="Fields" className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-3 px-5 py-3">
        <SegmentedControl
          label="Fields of"
          value={side}
          options={[
            { value: 'request', name: 'Request' },
            { value: 'response', name: 'Response' },
          ]}
          onChange={setSide}
        />
        <SearchInput
          aria-label="Search fields"
          placeholder="Search fields"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          className="w-64"
        />
        <p role="status" className="text-faint text-sm">
          {formatPlural(found.length, 'field')}
        </p>
      </div>
      <section
        aria-label="Field list"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
        tabIndex={0}
        className="selectable min-h-0 flex-1 overflow-auto px-5 pb-3 focus-visible:outline-offset-[-2px]"
      >
        {found.length === 0 && (
          <p className="text-soft">{fields.length > 0 ? 'No results' : `The ${side} has no fields.`}</p>
        )}
        {locations.map((location) => (
          <LocationTable
            key={location}
            name={locationNames[location]}
            fields={found.filter((field) => field.location === location)}
          />
        ))}
        {!entry.isBeyondSpecification && (
          <p className="text-faint text-sm">
            § is a section of the Model Gateway API specification. Providers accept and return
            provider-specific fields besides.
          </p>
        )}
      </section>
    </section>
  )
}

/** All words must occur, in any order. */
function findFields(fields: readonly ReferenceField[], search: string): readonly ReferenceField[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return fields
  return fields.filter(({ path, description, values, type }) => {
    const text = [path, description, type, ...values].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

function LocationTable({ name, fields }: { name: string; fields: readonly ReferenceField[] }) {
  return (
    <table className="mb-4 w-full table-fixed text-left text-sm">
      <caption className="pb-1 text-left font-medium">{name}</caption>
      <thead className="text-faint">
        <tr>
          <th className="w-2/5 py-1 pr-3 font-medium">Name and type</th>
          <th className="py-1 pr-3 font-medium">Description</th>
          <th className="w-32 py-1 font-medium xl:w-48">Source</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <FieldRow key={field.path} field={field} />
        ))}
      </tbody>
    </table>
  )
}

function FieldRow({ field }: { field: ReferenceField }) {
  const { path, type, required, description, values, isEnum, defaultValue, source } = field
  return (
    <tr className="border-line border-t align-top">
      <th scope="row" className="py-1.5 pr-3 font-mono font-normal [overflow-wrap:anywhere]">
        <Path path={path} /> {required && <Badge tone="accent">required</Badge>}
        <span className="block font-sans text-faint">{type}</span>
      </th>
      <td className="py-1.5 pr-3 text-soft">
        {description}
        {defaultValue !== null && (
          <span className="block text-faint">
            Default: <code className="font-mono text-xs">{defaultValue}</code>
          </span>
        )}
        {values.length > 0 && (
          <span className="block text-faint [overflow-wrap:anywhere]">
            {isEnum ? 'Allowed: ' : 'For example: '}
            <code className="font-mono text-xs">{values.join(' · ')}</code>
          </span>
        )}
      </td>
      <td className="py-1.5 text-soft">
        {field.isBeyondSpecification ? <Badge>provider-specific</Badge> : (source ?? 'Gateway')}
      </td>
    </tr>
  )
}

/** A long path breaks after its dots. */
function Path({ path }: { path: string }) {
  return path.split(/(?<=\.)/).map((step, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its position.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {step}
    </Fragment>
  ))
}
