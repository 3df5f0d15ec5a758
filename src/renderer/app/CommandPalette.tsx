// The command palette: all commands, searchable by name.
import { Command } from 'cmdk'
import { Dialog } from '../components/Dialog'
import { Kbd } from '../components/Kbd'
import { openOverlay, useOverlay } from './commands'
import { type PaletteCommand, useCommandGroups } from './palette-commands'

export function CommandPalette() {
  const open = useOverlay(({ overlay }) => overlay === 'palette')
  return (
    <Dialog
      open={open}
      onClose={() => openOverlay(null)}
      title="Command palette"
      untitled
      className="w-[min(560px,calc(100vw-48px))]"
    >
      <Command label="Commands" loop className="flex min-h-0 flex-1 flex-col">
        <Command.Input
          placeholder="Type a command or search chats…"
          className="h-12 shrink-0 border-line border-b bg-transparent px-4 text-lg outline-none"
        />
        <Command.List className="min-h-0 flex-1 overflow-y-auto p-2 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-faint [&_[cmdk-group-heading]]:text-xs">
          <Command.Empty className="px-2 py-6 text-center text-faint">
            No matching commands or chats
          </Command.Empty>
          <Groups />
        </Command.List>
      </Command>
    </Dialog>
  )
}

function Groups() {
  return useCommandGroups().map(({ heading, commands }) => (
    <Command.Group key={heading} heading={heading}>
      {commands.map((command) => (
        <Item key={command.id ?? command.name} {...command} />
      ))}
    </Command.Group>
  ))
}

function Item({ icon: Icon, name, keys, id = name, run }: PaletteCommand) {
  const select = () => {
    openOverlay(null)
    run()
  }
  return (
    <Command.Item
      value={id}
      keywords={[name]}
      onSelect={select}
      className="flex h-8 items-center gap-3 rounded-md px-2 data-[selected=true]:bg-hover"
    >
      <Icon size={16} aria-hidden="true" className="shrink-0 text-faint" />
      <span dir="auto" className="flex-1 truncate text-left">
        {name}
      </span>
      {keys && <Kbd keys={keys} />}
    </Command.Item>
  )
}
