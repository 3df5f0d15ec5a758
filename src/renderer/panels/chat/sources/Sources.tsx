// Where an answer comes from: the addresses it has read, its sources, and what it searched for.
import { Check, ExternalLink, Lock, type LucideIcon, Search, ShieldAlert, TriangleAlert } from 'lucide-react'
import type { Turn } from '#shared/schemas/chat'
import { joinClasses } from '../../../components/join-classes'
import { confirmOpenLink } from '../state/link-to-open'
import {
  isRedirect,
  type ReadUrl,
  readHost,
  readQueries,
  readSources,
  readSuggestions,
  readUrls,
  type Source,
} from './read-sources'
import { SearchSuggestions } from './SearchSuggestions'

/** Draws nothing where the answer names no sources. */
export function Sources({ turn }: { turn: Turn }) {
  const urls = readUrls(turn)
  const sources = readSources(turn)
  const queries = readQueries(turn)
  const suggestions = readSuggestions(turn)
  if (urls.length + sources.length + queries.length === 0 && !suggestions) return null
  return (
    <section aria-label="Sources" className="mt-1 flex flex-col gap-3 border-line border-t pt-3">
      {urls.length > 0 && (
        <Group title="Pages read">
          {urls.map((url, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one address may have been read twice.
            <UrlRow key={index} url={url} />
          ))}
        </Group>
      )}
      {sources.length > 0 && (
        <Group title="Sources">
          {sources.map((source) => (
            <SourceRow key={source.number} source={source} />
          ))}
        </Group>
      )}
      {queries.length > 0 && <Queries queries={queries} />}
      {suggestions && <SearchSuggestions html={suggestions} />}
    </section>
  )
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <p aria-hidden="true" className="mb-1 font-medium text-faint text-xs">
        {title}
      </p>
      <ul aria-label={title} className="flex flex-col">
        {children}
      </ul>
    </div>
  )
}

interface UrlLook {
  readonly icon: LucideIcon
  readonly words: string
  readonly color: string
}

const urlLooks: Readonly<Record<ReadUrl['status'], UrlLook>> = {
  success: { icon: Check, words: 'Read', color: 'text-ok' },
  error: { icon: TriangleAlert, words: 'Could not be read', color: 'text-danger' },
  paywall: { icon: Lock, words: 'Behind a paywall', color: 'text-warn' },
  unsafe: { icon: ShieldAlert, words: 'Judged unsafe, not read', color: 'text-danger' },
  unknown: { icon: TriangleAlert, words: 'Status not told', color: 'text-faint' },
}

function UrlRow({ url: { address, status } }: { url: ReadUrl }) {
  const { icon: Icon, words, color } = urlLooks[status]
  return (
    <li className="flex min-h-6 items-center gap-2 text-sm">
      <Icon size={14} aria-hidden="true" className={joinClasses('shrink-0', color)} />
      <AddressButton address={address} name={address}>
        {address}
      </AddressButton>
      <span className={joinClasses('ml-auto shrink-0 text-xs', color)}>{words}</span>
    </li>
  )
}

function SourceRow({ source: { number, title, address } }: { source: Source }) {
  const host = readHost(address)
  return (
    <li className="flex min-h-6 items-center gap-2 text-sm">
      <span className="w-5 shrink-0 text-right text-faint tabular-nums">{number}</span>
      {address ? (
        <AddressButton address={address} name={`Source ${number}: ${title}`}>
          {title}
        </AddressButton>
      ) : (
        <span className="truncate">{title}</span>
      )}
      {host && host !== title && (
        <span className="ml-auto shrink-0 truncate text-faint text-xs">
          {isRedirect(address) ? `by way of ${host}` : host}
        </span>
      )}
    </li>
  )
}

interface AddressButtonProps {
  readonly address: string
  readonly name: string
  readonly children: string
}

function AddressButton({ address, name, children }: AddressButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={address}
      className="flex min-w-0 items-center gap-1 rounded-sm text-accent hover:underline"
      onClick={() => confirmOpenLink(address)}
    >
      <span className="truncate">{children}</span>
      <ExternalLink size={12} aria-hidden="true" className="shrink-0" />
    </button>
  )
}

function Queries({ queries }: { queries: readonly string[] }) {
  return (
    <div>
      <p aria-hidden="true" className="mb-1 font-medium text-faint text-xs">
        Searched for
      </p>
      <ul aria-label="Searched for" className="flex flex-wrap gap-1">
        {queries.map((query) => (
          <li
            key={query}
            className="selectable flex max-w-full items-center gap-1 rounded-md border border-line px-2 py-0.5 text-sm"
          >
            <Search size={12} aria-hidden="true" className="shrink-0 text-faint" />
            <span className="truncate">{query}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
