// The rows of a long list, of which only those in view are rendered.
import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type HTMLAttributes, type ReactNode, useCallback, useEffect, useRef } from 'react'
import { joinClasses } from './join-classes'
import { toRowHeight } from './row-height'

interface ListRowsOptions<Target extends object> {
  readonly count: number
  /** Stays with a row when rows before it come and go; by default its index. */
  readonly keyOf?: ((index: number) => string | number) | undefined
  /** Pixels at the usual font size and density. */
  readonly heightOf: (index: number) => number
  /** The row with the focus or the cursor exists wherever the list is scrolled to; -1 without one. */
  readonly activeRow?: number
  readonly overscan: number
  readonly padding?: { readonly start: number; readonly end: number }
  readonly initialOffset?: number
  /** The height of a sticky row above them in the same scroller, in pixels. */
  readonly headHeight?: number
  /** Changes whenever the heights of the rows do. */
  readonly heightKey?: string | boolean
  /** Each new object is scrolled into view; requests from before the list was mounted are ignored. */
  readonly scrollTarget?: Target | null
  /** The row of a target; -1 if it is not in the list. */
  readonly rowOf?: (target: Target) => number
}

export type RowVirtualizer = Virtualizer<HTMLElement, Element>

export function useListRows<Target extends object>(
  scroller: HTMLElement | null,
  options: ListRowsOptions<Target>,
): RowVirtualizer {
  const { count, keyOf, heightOf, activeRow = -1, overscan, padding, initialOffset = 0 } = options
  const { headHeight = 0 } = options
  const { scrollTarget = null, rowOf } = options
  const rows = useVirtualizer<HTMLElement, Element>({
    count,
    getScrollElement: () => scroller,
    ...(keyOf && { getItemKey: keyOf }),
    estimateSize: (index) => toRowHeight(heightOf(index)),
    initialOffset,
    paddingStart: padding?.start ?? 0,
    paddingEnd: padding?.end ?? 0,
    // A row that is scrolled to is not below the lower edge.
    scrollPaddingEnd: toRowHeight(headHeight),
    overscan,
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const inView = defaultRangeExtractor(range)
        if (activeRow < 0 || activeRow >= range.count || inView.includes(activeRow)) return inView
        return [...inView, activeRow].sort((one, other) => one - other)
      },
      [activeRow],
    ),
  })
  const { heightKey } = options
  const measured = useRef(heightKey)
  useEffect(() => {
    if (heightKey === measured.current) return
    measured.current = heightKey
    rows.measure()
  }, [heightKey, rows])
  const lastTarget = useRef(scrollTarget)
  useEffect(() => {
    if (!scrollTarget || scrollTarget === lastTarget.current) return
    lastTarget.current = scrollTarget
    const row = rowOf?.(scrollTarget) ?? -1
    if (row >= 0) rows.scrollToIndex(row, { align: 'auto' })
  })
  return rows
}

interface ListRowsProps {
  readonly rows: RowVirtualizer
  /** In a `ul`, the rows are `li` elements. */
  readonly element?: 'div' | 'ul'
  readonly label?: string
  /** Further attributes of a row. */
  readonly rowProps?: (index: number) => HTMLAttributes<HTMLElement>
  /** One row, by its index. */
  readonly children: (index: number) => ReactNode
}

export function ListRows({ rows, element: List = 'div', label, rowProps, children }: ListRowsProps) {
  const Row = List === 'ul' ? 'li' : 'div'
  const role = List === 'div' ? 'presentation' : undefined
  return (
    <List role={role} aria-label={label} className="relative" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ key, index, start, size }) => {
        const { className, style, ...rest } = rowProps?.(index) ?? {}
        return (
          <Row
            key={key}
            role={role}
            {...rest}
            className={joinClasses('absolute top-0 left-0 w-full', className)}
            style={{ ...style, height: size, transform: `translateY(${start}px)` }}
          >
            {children(index)}
          </Row>
        )
      })}
    </List>
  )
}
