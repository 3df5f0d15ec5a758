// Hints of controls: as text below them, or in a dense form as tooltips on hover and keyboard focus.
import { Info } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import { joinClasses } from './join-classes'
import { Tooltip } from './Tooltip'

/** True in a form whose hints are tooltips. */
export const HintsInTooltips = createContext(false)

interface HintTooltipProps {
  readonly hint: ReactNode
  readonly className: string
  /** The label and its control; a keyboard focus on any of them shows the hint. */
  readonly children: ReactNode
}

export function HintTooltip({ hint, className, children }: HintTooltipProps) {
  const box = <div className={joinClasses('relative', className)}>{children}</div>
  const isShown = useContext(HintsInTooltips) && typeof hint === 'string'
  if (!isShown) return box
  return (
    // A single sentence has no period in a tooltip.
    <Tooltip label={hint.replace(/^([^.]*)\.$/, '$1')} side="left" offset={12}>
      {box}
    </Tooltip>
  )
}

/** Beside a label, shows that there is a hint. */
export function HintMark({ hint }: { hint: ReactNode }) {
  const isShown = useContext(HintsInTooltips) && hint
  if (!isShown) return null
  return <Info size={12} aria-hidden="true" className="ml-1 inline-block align-[-1px] text-faint" />
}

/** The control refers to it by `aria-describedby`; screen readers announce it also while no tooltip is open. */
export function HintText({ id, children }: { id: string; children: ReactNode }) {
  const isTooltip = useContext(HintsInTooltips)
  return (
    <p id={id} className={isTooltip ? 'sr-only' : 'text-faint text-sm'}>
      {children}
    </p>
  )
}
