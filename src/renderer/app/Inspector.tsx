// The column at the right: what can be set, or is known, for the panel that is open.
import { PanelRightClose, PanelRightOpen } from 'lucide-react'
import type { ComponentType } from 'react'
import { IconButton } from '../components/IconButton'
import { toggleInspector } from './inspector-state'
import { shortcuts } from './shortcuts'

interface InspectorProps {
  readonly title: string
  readonly content: ComponentType
  readonly open: boolean
}

export function Inspector({ title, content: Content, open }: InspectorProps) {
  return (
    <>
      <div className="absolute top-1.5 right-3 z-20">
        <IconButton
          label={open ? 'Hide inspector' : 'Show inspector'}
          icon={open ? PanelRightClose : PanelRightOpen}
          keys={shortcuts.inspector.keys}
          aria-expanded={open}
          onClick={toggleInspector}
        />
      </div>
      {open && (
        <aside
          aria-label="Inspector"
          className="z-10 flex w-72 shrink-0 flex-col border-line border-l bg-frame max-[1179px]:absolute max-[1179px]:inset-y-0 max-[1179px]:right-0 max-[1179px]:shadow-raised min-[1900px]:w-80"
        >
          <div className="flex h-11 shrink-0 items-center border-line border-b px-4">
            <h2 className="font-semibold">{title}</h2>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto">
            <Content />
          </div>
        </aside>
      )}
    </>
  )
}
