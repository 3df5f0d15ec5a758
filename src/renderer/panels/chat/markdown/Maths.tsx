// A formula; one that cannot be read is shown as it was written.
import { renderToString } from 'katex'
import { memo } from 'react'
import { joinClasses } from '../../../components/join-classes'

interface MathsProps {
  readonly tex: string
  readonly display: boolean
}

/** Longer ones may be wider than the text; what scrolls must be reachable by keyboard. */
const perhapsWide = 60

export const Maths = memo(function Maths({ tex, display }: MathsProps) {
  const html = toHtml(tex, display)
  if (html === null) return <code className="maths-source">{tex}</code>
  const isWide = tex.length > perhapsWide
  const reachable = isWide ? { tabIndex: 0, role: 'group', 'aria-label': 'Formula' } : {}
  return (
    <span
      className={joinClasses('maths', display ? 'maths-display' : isWide && 'maths-wide')}
      {...reachable}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: KaTeX escapes what it is given, and trusts no command.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
})

/** Null where KaTeX refuses it. */
function toHtml(tex: string, displayMode: boolean): string | null {
  try {
    return renderToString(tex, { displayMode, trust: false, strict: 'ignore', maxSize: 40, maxExpand: 500 })
  } catch {
    return null
  }
}
