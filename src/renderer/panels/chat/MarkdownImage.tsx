// A picture that an answer names by its address: the face has no network, so the address is offered as a link.
import { Image } from 'lucide-react'
import { MarkdownLink } from './MarkdownLink'
import type { MarkdownProps } from './markdown-props'

export function MarkdownImage({ src, alt }: MarkdownProps<'img'>) {
  const name = alt || 'Image'
  if (typeof src !== 'string' || !src) return <span>{name}</span>
  if (/^(data:image\/|media:)/.test(src)) return <img src={src} alt={name} className="max-h-96 rounded-lg" />
  return (
    <span className="inline-flex items-center gap-1 align-bottom">
      <Image size={14} aria-hidden="true" className="text-faint" />
      <MarkdownLink href={src}>{name}</MarkdownLink>
    </span>
  )
}
