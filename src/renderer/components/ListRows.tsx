// Renders those rows of a long list that exist, each in its place.
import type { HTMLAttributes, ReactNode } from 'react'
import { joinClasses } from './join-classes'
import type { RowVirtualizer } from './use-list-rows'

type RowAttributes = HTMLAttributes<HTMLElement> & { readonly 'data-start'?: number }

interface ListRowsProps {
  readonly rows: RowVirtualizer
  /** Of a list, its items are `li` elements. */
  readonly element?: 'div' | 'ul'
  readonly label?: string
  /** Further attributes of a row. */
  readonly rowProps?: (index: number, start: number) => RowAttributes
  /** One row, by its index. */
  readonly children: (index: number) => ReactNode
  /** Lies over the rows. */
  readonly overlay?: ReactNode
}

export function ListRows({ rows, element: List = 'div', label, rowProps, children, overlay }: ListRowsProps) {
  const Row = List === 'ul' ? 'li' : 'div'
  const role = List === 'div' ? 'presentation' : undefined
  return (
    <List role={role} aria-label={label} className="relative" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ key, index, start, size }) => {
        const { className, style, ...rest } = rowProps?.(index, start) ?? {}
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
      {overlay}
    </List>
  )
}
