// A pane beside the work that the user can resize, by mouse and keyboard, and hide; both are remembered.
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { IconButton } from '../components/IconButton'
import { joinClasses } from '../components/join-classes'
import { useKeys } from '../state/keymap'
import { changePane, type PaneId, useNavigation } from '../state/navigation'

/** CSS pixels. */
const minWidth = 180
const maxWidth = 480
/** Two panes of this width leave space for the work, also in the narrowest window that shows them. */
const defaultShare = 0.3
const step = 16

/** The CSS width of a pane that the user has resized. */
export function toPaneWidth(width: number, maxShare = defaultShare): string {
  return `min(${width}px, ${maxShare * 100}vw)`
}

interface SidePaneProps {
  readonly id: PaneId
  /** Such as `list of chats`. */
  readonly name: string
  /** On the other side of the work. */
  readonly isRight?: boolean
  /** Its width until the user has resized it, and its layout. */
  readonly className: string
  /** False while it has the whole width; its content stays. */
  readonly isBeside?: boolean
  /** A share of the window's width; wide contents need more than a list. */
  readonly maxShare?: number
  readonly children: ReactNode
}

export function SidePane(props: SidePaneProps) {
  const { id, name, isRight = false, isBeside = true, maxShare = defaultShare, className, children } = props
  const saved = useNavigation(({ panes }) => panes[id]?.width)
  const [dragged, setDragged] = useState<number | null>(null)
  const pane = useRef<HTMLDivElement>(null)
  const measured = useMeasuredWidth(pane)
  const width = dragged ?? saved
  const widest = maxShare === defaultShare ? maxWidth : Number.POSITIVE_INFINITY
  const limit = Math.max(minWidth, Math.min(widest, Math.round(window.innerWidth * maxShare)))
  const clamp = (requested: number) => Math.round(Math.max(minWidth, Math.min(limit, requested)))
  const save = (requested: number | undefined) => {
    setDragged(null)
    changePane(id, { width: requested === undefined ? undefined : clamp(requested) })
  }
  const drag = ({ currentTarget, pointerId, clientX }: PointerEvent) => {
    if (!currentTarget.hasPointerCapture(pointerId) || !pane.current) return
    const { left, right } = pane.current.getBoundingClientRect()
    setDragged(clamp(isRight ? right - clientX : clientX - left))
  }
  const pressKey = (event: KeyboardEvent) => {
    const next = toWidthByKey(event.key, { width: measured, isRight, limit })
    if (next === undefined) return
    event.preventDefault()
    save(next)
  }
  return (
    <div
      ref={pane}
      className={joinClasses(
        'relative flex border-line',
        isBeside && (isRight ? 'shrink-0 border-l' : 'shrink-0 border-r'),
        className,
      )}
      style={width === undefined || !isBeside ? undefined : { width: toPaneWidth(width, maxShare) }}
    >
      {children}
      {isBeside && (
        // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is no thematic break.
        <div
          role="separator"
          tabIndex={0}
          aria-label={`Resize ${name}`}
          aria-orientation="vertical"
          aria-valuemin={minWidth}
          aria-valuemax={limit}
          aria-valuenow={Math.min(limit, Math.max(minWidth, measured))}
          title="Drag to resize. Double-click to reset."
          onPointerDown={(event) => {
            if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId)
          }}
          onPointerMove={drag}
          onLostPointerCapture={() => dragged !== null && save(dragged)}
          onDoubleClick={() => save(undefined)}
          onKeyDown={pressKey}
          className={joinClasses(
            'absolute inset-y-0 z-10 w-1.5 cursor-col-resize touch-none transition-colors hover:bg-line-strong active:bg-accent',
            isRight ? '-left-[3px]' : '-right-[3px]',
          )}
        />
      )}
    </div>
  )
}

interface KeyContext {
  readonly width: number
  readonly isRight: boolean
  readonly limit: number
}

/** The arrow keys move the separator, so at the right the left one widens. Undefined for other keys. */
export function toWidthByKey(key: string, { width, isRight, limit }: KeyContext): number | undefined {
  if (key === 'Home') return minWidth
  if (key === 'End') return limit
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  const isWider = (key === 'ArrowRight') !== isRight
  return Math.max(minWidth, Math.min(limit, width + (isWider ? step : -step)))
}

function useMeasuredWidth(element: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(minWidth)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    // Reports the first width as well, after the layout of the frame, which reading it here would do twice.
    const observer = new ResizeObserver(() => setWidth(Math.round(current.getBoundingClientRect().width)))
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return width
}

/** Returns true if the user has hidden the pane. */
export function useIsPaneHidden(id: PaneId): boolean {
  return useNavigation(({ panes }) => panes[id]?.isHidden ?? false)
}

/** The button in the panel's header. The accessible name says what it does now. */
export function PaneToggle({ id, name }: { readonly id: PaneId; readonly name: string }) {
  const isHidden = useIsPaneHidden(id)
  return (
    <IconButton
      label={`${isHidden ? 'Show' : 'Hide'} ${name}`}
      icon={isHidden ? PanelLeftOpen : PanelLeftClose}
      keys={useKeys('view.list')}
      aria-expanded={!isHidden}
      onClick={() => changePane(id, { isHidden: !isHidden })}
    />
  )
}
