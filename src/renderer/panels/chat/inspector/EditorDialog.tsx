// The dialog of an editor: two panes, and a footer that saves or discards.

import { Plus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState, useSyncExternalStore } from 'react'
import { Button } from '../../../components/Button'
import { Menu } from '../../../components/Menu'
import { Tabs } from '../../../components/Tabs'

interface Pane {
  readonly name: string
  readonly content: ReactNode
}

interface EditorPanesProps {
  readonly label: string
  readonly panes: readonly [Pane, Pane]
}

const wide = window.matchMedia('(min-width: 900px)')

/** Two panes side by side, or one at a time in a narrow window. */
export function EditorPanes({ label, panes }: EditorPanesProps) {
  const [shown, setShown] = useState<string>(panes[0].name)
  const isWide = useSyncExternalStore(
    (tell) => {
      wide.addEventListener('change', tell)
      return () => wide.removeEventListener('change', tell)
    },
    () => wide.matches,
  )
  if (!isWide) {
    const tabs = panes.map(({ name, content }) => ({
      id: name,
      name,
      content: <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-5">{content}</div>,
    }))
    return <Tabs label={label} value={shown} onChange={setShown} tabs={tabs} />
  }
  const [first, second] = panes
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,3fr)_minmax(0,2fr)] border-line border-t">
      <section aria-label={first.name} className="flex min-h-0 flex-col gap-3 py-4 pr-4 pl-5">
        {first.content}
      </section>
      <section
        aria-label={second.name}
        className="flex min-h-0 flex-col gap-3 overflow-y-auto border-line border-l bg-frame py-4 pr-5 pl-4"
      >
        {second.content}
      </section>
    </div>
  )
}

interface EditorFooterProps {
  readonly isDirty: boolean
  /** What stands against saving; null where nothing does. */
  readonly obstacle: string | null
  readonly onDiscard: () => void
  readonly onClose: () => void
  readonly onSave: () => void
}

export function EditorFooter({ isDirty, obstacle, onDiscard, onClose, onSave }: EditorFooterProps) {
  return (
    <footer className="flex h-13 shrink-0 items-center gap-2 border-line border-t px-5">
      <p role="status" className="min-w-0 flex-1 truncate text-faint text-sm">
        {obstacle ?? (isDirty ? 'Not saved yet. What is written here is kept.' : '')}
      </p>
      {isDirty && (
        <Button look="quiet" onClick={onDiscard}>
          Discard changes
        </Button>
      )}
      <Button onClick={onClose}>Close</Button>
      <Button look="primary" disabled={!isDirty || obstacle !== null} onClick={onSave}>
        Save
      </Button>
    </footer>
  )
}

interface TemplateMenuProps extends Pick<ComponentProps<typeof Menu>, 'items'> {
  /** What the button says. */
  readonly name: string
}

/** The templates that an editor offers to start with. */
export function TemplateMenu({ name, items }: TemplateMenuProps) {
  return (
    <Menu
      label="Templates"
      align="start"
      trigger={
        <Button size="small">
          <Plus size={14} aria-hidden="true" />
          {name}
        </Button>
      }
      items={items}
    />
  )
}
