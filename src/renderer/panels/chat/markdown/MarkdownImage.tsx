// A picture in an answer: kept ones are shown; one of the network is never fetched, its address is offered instead.
import { ExternalLink, Image } from 'lucide-react'
import { Button } from '../../../components/Button'
import { confirmOpenLink } from '../state/link-to-open'
import type { MarkdownProps } from './markdown-props'

/** What stands in for an address that has not fully arrived. */
const incomplete = 'streamdown:'

export function MarkdownImage({ src, alt }: MarkdownProps<'img'>) {
  const name = alt || 'Image'
  if (typeof src !== 'string' || !src || src.startsWith(incomplete)) return <span>{name}</span>
  if (/^(data:image\/|media:)/i.test(src)) return <img src={src} alt={name} className="max-h-96 rounded-lg" />
  return (
    <span className="inline-flex max-w-full items-center gap-2 rounded-lg border border-line bg-sunken py-1 pr-1 pl-3 align-middle text-sm leading-5">
      <Image size={14} aria-hidden="true" className="shrink-0 text-faint" />
      <span className="min-w-0">
        <span className="block truncate text-ink">{name}</span>
        <span className="block truncate text-faint" title={src}>
          {src}
        </span>
      </span>
      <Button size="small" aria-label={`Open ${name}`} onClick={() => confirmOpenLink(src)}>
        <ExternalLink size={14} aria-hidden="true" />
        Open
      </Button>
    </span>
  )
}
