// A link in an answer: it shows its address and asks before anything opens.
import type { MouseEvent } from 'react'
import { CitationMark } from '../sources/CitationMark'
import { confirmOpenLink } from '../state/link-to-open'
import { FootnoteMark } from './FootnoteMark'
import type { MarkdownProps } from './markdown-props'
import { citationAddress } from './place-citations'
import { footnoteAddress } from './place-footnotes'

export function MarkdownLink({ href, children }: MarkdownProps<'a'>) {
  // Without an address, and while it has not fully arrived.
  if (!href || href.startsWith('streamdown:')) return <span>{children}</span>
  if (href.startsWith(citationAddress)) return <CitationMark numbers={readNumbers(href)} />
  if (href.startsWith(footnoteAddress)) return <FootnoteMark address={href}>{children}</FootnoteMark>
  if (href.startsWith('#')) return <span>{children}</span>
  const ask = (event: MouseEvent) => {
    event.preventDefault()
    confirmOpenLink(href)
  }
  return (
    <a href={href} title={href} rel="noreferrer" onClick={ask} onAuxClick={ask} draggable={false}>
      {children}
    </a>
  )
}

function readNumbers(href: string): number[] {
  return href.slice(citationAddress.length).split(',').map(Number).filter(Number.isInteger)
}
