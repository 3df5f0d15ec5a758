// The fields of a request and of its response, with where the specification describes them.
import { Fragment, useMemo, useState } from 'react'
import {
  listFields,
  listResponseFields,
  type ReferenceEntry,
  type ReferenceField,
} from '#shared/endpoints/reference'
import { Badge } from '../../../components/Badge'
import { formatPlural } from '../../../components/format'
import { SegmentedControl } from '../../../components/SegmentedControl'
import { SearchInput } from '../../../components/TextInput'

const locationNames = {
  path: 'Path',
  query: 'Query parameters',
  header: 'Headers',
  body: 'Body',
  form: 'Form',
} as const

type Side = 'request' | 'response'

export function FieldTable({ entry }: { entry: ReferenceEntry }) {
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
