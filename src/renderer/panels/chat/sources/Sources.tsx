// The URLs that an answer has read, its sources, and its searches.
import { Check, ExternalLink, Lock, Search, ShieldAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { joinClasses } from '../../../components/join-classes'
import { SandboxedFrame } from '../markdown/SandboxedFrame'
import { confirmOpenLink, isOpenable } from '../state/link-to-open'
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

/** Renders nothing if the answer has none. */
export function Sources({ turn }: { turn: Turn }) {
  const urls = readUrls(turn)
  const sources = readSources(turn)
  const queries = readQueries(turn)
  const suggestions = readSuggestions(turn)
  if (urls.length + sources.length + queries.length === 0 && !suggestions) return null
  return (
    <section aria-label="Sources" className="mt-1 flex flex-col gap-3 border-line border-t pt-3">
      {urls.length > 0 && (
        <Group title="URLs read">
          {urls.map((url, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one URL may have been read twice.
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
      {queries.length > 0 && (
        <Group title="Search queries" className="flex-wrap gap-1">
          {queries.map((query) => (
            <li
              key={query}
              className="selectable flex max-w-full items-center gap-1 rounded-md border border-line px-2 py-0.5 text-sm"
            >
              <Search size={12} aria-hidden="true" className="shrink-0 text-faint" />
              <span className="truncate">{query}</span>
            </li>
          ))}
        </Group>
      )}
      {suggestions && <SearchSuggestions html={suggestions} />}
    </section>
  )
}

interface GroupProps {
  readonly title: string
  readonly className?: string
  readonly children: ReactNode
}

function Group({ title, className = 'flex-col', children }: GroupProps) {
  return (
    <div>
      <p aria-hidden="true" className="mb-1 font-medium text-faint text-xs">
        {title}
      </p>
      <ul aria-label={title} className={joinClasses('flex', className)}>
        {children}
      </ul>
    </div>
  )
}

const urlStatuses = {
  success: { icon: Check, label: 'Read', color: 'text-ok' },
  error: { icon: TriangleAlert, label: 'Couldn’t read', color: 'text-danger' },
  paywall: { icon: Lock, label: 'Paywall', color: 'text-warn' },
  unsafe: { icon: ShieldAlert, label: 'Blocked as unsafe', color: 'text-danger' },
  unknown: { icon: TriangleAlert, label: 'Unknown status', color: 'text-faint' },
} as const satisfies Record<ReadUrl['status'], unknown>

function UrlRow({ url: { url, status } }: { url: ReadUrl }) {
  const { icon: Icon, label, color } = urlStatuses[status]
  return (
    <li className="flex min-h-6 items-center gap-2 text-sm">
      <Icon size={14} aria-hidden="true" className={joinClasses('shrink-0', color)} />
      <UrlButton url={url} name={url}>
        {url}
      </UrlButton>
      <span className={joinClasses('ml-auto shrink-0 text-xs', color)}>{label}</span>
    </li>
  )
}

function SourceRow({ source: { number, title, url } }: { source: Source }) {
  const host = readHost(url)
  return (
    <li className="flex min-h-6 items-center gap-2 text-sm">
      <span className="w-5 shrink-0 text-right text-faint tabular-nums">{number}</span>
      {url ? (
        <UrlButton url={url} name={`Source ${number}: ${title}`}>
          {title}
        </UrlButton>
      ) : (
        <span dir="auto" className="truncate">
          {title}
        </span>
      )}
      {host && host !== title && (
        <span className="ml-auto shrink-0 truncate text-faint text-xs">
          {isRedirect(url) ? `via ${host}` : host}
        </span>
      )}
    </li>
  )
}

interface UrlButtonProps {
  readonly url: string
  readonly name: string
  readonly children: string
}

function UrlButton({ url, name, children }: UrlButtonProps) {
  if (!isOpenable(url)) return <span className="truncate">{children}</span>
  return (
    <button
      type="button"
      aria-label={name}
      title={url}
      className="flex min-w-0 items-center gap-1 rounded-sm text-accent hover:underline"
      onClick={() => confirmOpenLink(url)}
    >
      <span className="truncate">{children}</span>
      <ExternalLink size={12} aria-hidden="true" className="shrink-0" />
    </button>
  )
}

/** The vendor's HTML. */
function SearchSuggestions({ html }: { html: string }) {
  return (
    <SandboxedFrame
      title="Search suggestions"
      html={html}
      style="html{color-scheme:light dark}body{margin:0;font:13px/20px system-ui,sans-serif}"
      height={estimateFrameHeight(html)}
      images
      className="rounded-lg border border-line"
    />
  )
}

/** A frame without scripts cannot report its height: this is that of a row of chips, or more for longer text. */
function estimateFrameHeight(html: string): number {
  const text = html
    .replace(/<style[\s\S]*?<\/style>/gi, '')
    .replace(/<svg[\s\S]*?<\/svg>/gi, '')
    .replace(/<[^>]*>/g, ' ')
  const isRow = /class="?'?(carousel|container)/.test(html)
  return isRow ? 60 : Math.min(Math.max(Math.ceil(text.replace(/\s+/g, ' ').length / 80) * 24 + 24, 60), 240)
}
