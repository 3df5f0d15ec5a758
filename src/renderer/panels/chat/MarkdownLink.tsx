// A link in an answer: it shows its address and asks before anything opens.
import type { MouseEvent } from 'react'
import { askToOpen } from '../../session/link-to-open'
import type { MarkdownProps } from './markdown-props'

export function MarkdownLink({ href, children }: MarkdownProps<'a'>) {
  if (!href) return <span>{children}</span>
  if (href.startsWith('#')) return <a href={href}>{children}</a>
  const ask = (event: MouseEvent) => {
    event.preventDefault()
    askToOpen(href)
  }
  return (
    <a href={href} title={href} rel="noreferrer" onClick={ask} onAuxClick={ask} draggable={false}>
      {children}
    </a>
  )
}
