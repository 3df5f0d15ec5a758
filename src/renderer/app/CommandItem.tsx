// One command of the palette.
import { Command } from 'cmdk'
import type { LucideIcon } from 'lucide-react'
import { Kbd } from '../components/Kbd'
import { openOverlay } from './overlay'

interface CommandItemProps {
  readonly icon: LucideIcon
  readonly name: string
  readonly keys?: string
  /** Tells items of the same name apart. */
  readonly id?: string
  readonly onSelect: () => void
}

export function CommandItem({ icon: Icon, name, keys, id = name, onSelect }: CommandItemProps) {
  const select = () => {
    openOverlay(null)
    onSelect()
  }
  return (
    <Command.Item
      value={id}
      keywords={[name]}
      onSelect={select}
      className="flex h-8 items-center gap-3 rounded-md px-2 data-[selected=true]:bg-hover"
    >
      <Icon size={16} aria-hidden="true" className="shrink-0 text-faint" />
      <span className="flex-1 truncate">{name}</span>
      {keys && <Kbd keys={keys} />}
    </Command.Item>
  )
}
