// Two requests beside each other: their facts, and the differences of their bodies.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { create } from 'zustand'
import { listProfiles } from '#shared/models/profiles'
import type { Exchange } from '#shared/schemas/exchange'
import { describeError } from '../api/describe-error'
import { queries } from '../api/desktop'
import { Dialog } from '../components/Dialog'
import { formatBytes } from '../components/format'
import { Notice } from '../components/Notice'
import { Skeleton } from '../components/Skeleton'
import { compareTexts, shortenPassages, TextChanges } from '../components/TextChanges'
import { listFacts, type ProfileName } from './describe-exchange'
import { indentJson } from './indent-json'
import { joinSections, readContent } from './read-content'
import { TimingBar } from './TimingBar'

/** The request that the next one is compared with. */
export const useComparison = create<{ readonly first: string | null }>()(() => ({ first: null }))

interface CompareDialogProps {
  /** The earlier one first. */
  readonly ids: readonly [string, string]
  readonly onClose: () => void
}

export function CompareDialog({ ids: [first, second], onClose }: CompareDialogProps) {
  const one = useQuery(queries.exchanges.read.queryOptions({ input: { id: first } }))
  const other = useQuery(queries.exchanges.read.queryOptions({ input: { id: second } }))
  const error = one.error ?? other.error
  return (
    <Dialog open onClose={onClose} title="Compare requests" size="large">
      <section
        aria-label="Comparison"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
        tabIndex={0}
        className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-5 focus-visible:outline-offset-[-2px]"
      >
        {error && (
          <Notice tone="danger" title="Couldn’t load the requests">
            {describeError(error)}
          </Notice>
        )}
        {(one.data === null || other.data === null) && (
          <Notice tone="warn" title="A request is no longer in the log" />
        )}
        {!error && (one.data === undefined || other.data === undefined) && (
          <Skeleton label="Loading requests…" widths={['72%', '56%', '90%']} />
        )}
        {one.data && other.data && <Comparison one={one.data} other={other.data} />}
      </section>
    </Dialog>
  )
}

function Comparison({ one, other }: { one: Exchange; other: Exchange }) {
  const { data: profiles = [] } = useQuery(queries.settings.read.queryOptions({ select: listProfiles }))
  const facts = compareFacts(one, other, profiles)
  return (
    <>
      <table className="w-full table-fixed text-sm tabular-nums">
        <thead>
          <tr>
            <th scope="col" className="w-32 text-left font-medium text-faint">
              <span className="sr-only">Fact</span>
            </th>
            <th scope="col" className="text-left font-medium text-faint">
              First request
            </th>
            <th scope="col" className="text-left font-medium text-faint">
              Second request
            </th>
          </tr>
        </thead>
        <tbody>
          {facts.map(({ name, values, isDifferent }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two facts may have the same name.
            <tr key={row}>
              <th scope="row" className="h-6 text-left font-normal text-faint">
                {name}
              </th>
              {values.map((value, index) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns are the two requests.
                  key={index}
                  className={`selectable pr-3 [overflow-wrap:anywhere] ${isDifferent ? 'font-medium' : 'text-soft'}`}
                >
                  {value}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row" className="align-top font-normal text-faint">
              <span className="block text-left">Timing</span>
            </th>
            {[one, other].map(({ id, times }) => (
              <td key={id} className="pt-1 pr-3 align-top">
                <TimingBar times={times} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <Changes name="Request" before={one.requestBody} after={other.requestBody} />
      <Changes name="Response" before={toResponseText(one)} after={toResponseText(other)} />
    </>
  )
}

/** Returns the joined text of a stream: its events differ even if their text is the same. */
function toResponseText({ timeline, responseBody }: Exchange): string {
  const content = timeline.length > 0 ? readContent(responseBody) : null
  return (content && joinSections(content)) || responseBody
}

/** Lists the facts of both requests, starting with those that identify them. */
function compareFacts(one: Exchange, other: Exchange, profiles: readonly ProfileName[]) {
  const right = listComparable(other, profiles)
  return listComparable(one, profiles).map(({ name, value }, index) => {
    const values = [value ?? '–', right[index]?.value ?? '–'] as const
    return { name, values, isDifferent: values[0] !== values[1] }
  })
}

function listComparable(exchange: Exchange, profiles: readonly ProfileName[]) {
  return [
    { name: 'URL', value: `${exchange.method} ${exchange.path}` },
    { name: 'Status', value: `${exchange.status}` },
    ...listFacts(exchange, profiles).slice(0, -1),
    { name: 'Request size', value: formatBytes(exchange.requestBytes) },
    { name: 'Response size', value: formatBytes(exchange.responseBytes) },
  ]
}

function Changes({ name, before, after }: { name: string; before: string; after: string }) {
  const passages = useMemo(
    () => shortenPassages(compareTexts(indentJson(before), indentJson(after))),
    [before, after],
  )
  return (
    <section aria-label={`${name} changes`} className="flex flex-col gap-2">
      <h3 className="border-line border-b pb-1 font-semibold">{name}</h3>
      {before === after ? (
        <p className="text-faint text-sm">{before === '' ? 'Both are empty' : 'Identical'}</p>
      ) : (
        <p className="selectable whitespace-pre-wrap font-mono text-xs [overflow-wrap:anywhere]">
          <TextChanges passages={passages} />
        </p>
      )}
    </section>
  )
}
