// What the rows below it are.
import { GridCell } from './GridCell'
import { GridRow } from './GridRow'

interface HeadRowProps {
  readonly title: string
  readonly count: number
  readonly index: number
}

export function HeadRow({ title, count, index }: HeadRowProps) {
  return (
    <GridRow index={index} className="flex h-full items-end px-4 pb-1.5">
      <GridCell className="flex gap-2 font-medium text-faint text-xs">
        {title}
        <span className="font-normal tabular-nums">{new Intl.NumberFormat('en').format(count)}</span>
      </GridCell>
    </GridRow>
  )
}
