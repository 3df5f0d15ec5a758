// The rows of the palette, by group.
import { Command } from 'cmdk'
import { Check } from 'lucide-react'
import { memo } from 'react'
import { Kbd } from '../../components/Kbd'
import type { PaletteItem } from '../../state/command-handlers'
import type { PaletteGroup } from './rank-items'

interface PaletteRowsProps {
  readonly groups: readonly PaletteGroup[]
  readonly onChoose: (item: PaletteItem) => void
}

export function PaletteRows({ groups, onChoose }: PaletteRowsProps) {
  return groups.map(({ heading, items }) => (
    <Command.Group key={heading} heading={heading || undefined}>
      {items.map((item) => (
        <Row key={item.id} item={item} onChoose={onChoose} />
      ))}
    </Command.Group>
  ))
}

interface RowProps extends Pick<PaletteRowsProps, 'onChoose'> {
  readonly item: PaletteItem
}

/** Not rendered again when further items are found. */
const Row = memo(function Row({ item, onChoose }: RowProps) {
  const { id, title, icon: Icon, hint, keys, isChecked } = item
  return (
    <Command.Item
      value={id}
      onSelect={() => onChoose(item)}
      className="flex h-8 items-center gap-3 rounded-md px-2 data-[selected=true]:bg-hover"
    >
      <Icon size={16} aria-hidden="true" className="shrink-0 text-faint" />
      <span dir="auto" className="min-w-0 flex-1 truncate text-left">
        {title}
      </span>
      {hint && <span className="max-w-48 shrink-0 truncate text-faint text-sm">{hint}</span>}
      {isChecked && <Check size={14} role="img" aria-label="On" className="shrink-0 text-accent" />}
      {keys && <Kbd keys={keys} />}
    </Command.Item>
  )
})
