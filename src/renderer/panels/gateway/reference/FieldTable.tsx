// The fields of a request, and the errors of its responses.
import { useMemo } from 'react'
import { listErrorsOf, listFields, type ReferenceEntry } from '#shared/endpoints/reference'
import { Badge } from '../../../components/Badge'

const locationNames = {
  path: 'Path',
  query: 'Query parameters',
  header: 'Headers',
  body: 'Body',
  form: 'Form',
} as const

export function FieldTable({ entry }: { entry: ReferenceEntry }) {
  const fields = useMemo(() => listFields(entry), [entry])
  const locations = [...new Set(fields.map(({ location }) => location))]
  return (
    <section
      aria-label="Fields"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
      tabIndex={0}
      className="selectable min-h-0 flex-1 overflow-auto px-5 py-3 focus-visible:outline-offset-[-2px]"
    >
      {fields.length === 0 && <p className="text-soft">This route has no fields.</p>}
      {locations.map((location) => (
        <table key={location} className="mb-4 w-full text-left text-sm">
          <caption className="pb-1 text-left font-medium">{locationNames[location]}</caption>
          <thead className="text-faint">
            <tr>
              <th className="w-2/5 py-1 pr-3 font-medium">Name</th>
              <th className="w-32 py-1 pr-3 font-medium">Type</th>
              <th className="py-1 font-medium">Description</th>
            </tr>
          </thead>
          <tbody>
            {fields
              .filter((field) => field.location === location)
              .map(({ path, type, required, description, values, isBeyondSpecification }) => (
                <tr key={path} className="border-line border-t align-top">
                  <th scope="row" className="py-1.5 pr-3 font-mono font-normal [overflow-wrap:anywhere]">
                    {path} {required && <Badge tone="accent">required</Badge>}
                  </th>
                  <td className="py-1.5 pr-3 text-soft">{type}</td>
                  <td className="py-1.5 text-soft">
                    {description} {isBeyondSpecification && <Badge>provider-specific</Badge>}
                    {values.length > 0 && (
                      <span className="block font-mono text-faint text-xs [overflow-wrap:anywhere]">
                        {values.join(' · ')}
                      </span>
                    )}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      ))}
    </section>
  )
}

export function ErrorList({ entry }: { entry: ReferenceEntry }) {
  const errors = useMemo(() => listErrorsOf(entry), [entry])
  return (
    <section
      aria-label="Errors"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
      tabIndex={0}
      className="selectable flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-5 py-3 text-sm focus-visible:outline-offset-[-2px]"
    >
      {errors.map(({ status, description, example }) => (
        <div key={status} className="flex gap-4 border-line border-b pb-3 last:border-b-0">
          <h3 className="w-10 shrink-0 font-medium font-mono">{status}</h3>
          <div className="flex min-w-0 flex-1 flex-col gap-1.5">
            <p>{description}</p>
            {example && (
              <pre className="whitespace-pre-wrap rounded-md border border-line bg-sunken px-3 py-2 font-mono text-soft text-xs [overflow-wrap:anywhere]">
                {JSON.stringify(example, null, 2)}
              </pre>
            )}
          </div>
        </div>
      ))}
    </section>
  )
}
