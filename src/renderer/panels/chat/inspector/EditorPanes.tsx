// Two panes of an editor side by side, or one at a time where there is no room.
import { type ReactNode, useState, useSyncExternalStore } from 'react'
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
