// The mark of a footnote, at its place in the text or before the note itself; each leads to the other.
import type { MouseEvent, ReactNode } from 'react'
import { footnoteAddress, footnoteLabelAddress } from './place-footnotes'

export function FootnoteMark({ address, children }: { address: string; children?: ReactNode }) {
  const isLabel = address.startsWith(footnoteLabelAddress)
  const label = address.slice((isLabel ? footnoteLabelAddress : footnoteAddress).length)
  const jump = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const other = isLabel ? 'reference' : 'label'
    const target = currentTarget
      .closest('.markdown')
      ?.querySelector<HTMLElement>(`[data-footnote-${other}="${CSS.escape(label)}"]`)
    target?.scrollIntoView({ block: 'center' })
    target?.focus({ preventScroll: true })
  }
  return (
    <sup data-mark="footnote">
      <button
        type="button"
        className="mark"
        aria-label={isLabel ? `Back to the text of footnote ${label}` : `Footnote ${label}`}
        {...{ [isLabel ? 'data-footnote-label' : 'data-footnote-reference']: label }}
        onClick={jump}
      >
        {children}
      </button>
    </sup>
  )
}
