// The dialog of an editor: one or two panes, and a footer that saves or discards the draft.
import { Plus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { formatPlural } from '../../../components/format'
import { Menu } from '../../../components/Menu'
import { Tabs } from '../../../components/Tabs'
import { useMediaQuery } from '../../../components/use-media-query'
import type { LocatedProblem } from '../../../json-editor/json-locations'
import { toastUndo, unchanged } from '../../../state/undo'
import type { EditorDraft } from './editor-drafts'
import { editorDrafts } from './editor-drafts'

interface Pane {
  readonly name: string
  readonly content: ReactNode
}

interface EditorDialogProps<Draft> {
  readonly title: string
  /** The second one is beside the first, or on another tab in a narrow window. */
  readonly panes: readonly [Pane, Pane?]
  readonly editor: EditorDraft<Draft>
  /** Null if the draft can be saved. */
  readonly blocker: string | null
  /** Resolves to whether it was saved. */
  readonly save: () => Promise<boolean>
  readonly onClose: () => void
}

export function EditorDialog<Draft>(props: EditorDialogProps<Draft>) {
  const { title, panes, editor, blocker, onClose } = props
  const { draft, isDirty, write } = editor
  const save = async () => {
    if (!(await props.save())) return
    write(undefined)
    onClose()
  }
  const discard = () => {
    write(undefined)
    toastUndo('Changes discarded', () => write(draft), { isPossible: unchanged(editorDrafts.read) })
  }
  return (
    <Dialog open onClose={onClose} title={title} size="large">
      <Panes label={`${title} views`} panes={panes} />
      <footer className="flex h-13 shrink-0 items-center gap-2 border-line border-t px-5">
        <p role="status" className="min-w-0 flex-1 truncate text-faint text-sm">
          {blocker ?? (isDirty ? 'Unsaved changes. They stay here as a draft if you close this.' : '')}
        </p>
        {isDirty && (
          <Button variant="quiet" onClick={discard}>
            Discard changes
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
        <Button
          variant="primary"
          disabled={!isDirty || blocker !== null}
          onClick={() => toastOutcome(save())}
        >
          Save
        </Button>
      </footer>
    </Dialog>
  )
}

/** Why a text with these problems cannot be saved; null if there are only warnings. */
export function describeErrors(problems: readonly LocatedProblem[] = []): string | null {
  const count = problems.filter(({ severity }) => severity === 'error').length
  if (count === 0) return null
  return `Fix ${formatPlural(count, 'problem')} to save.`
}

function Panes({
  label,
  panes: [first, second],
}: Pick<EditorDialogProps<unknown>, 'panes'> & { readonly label: string }) {
  const [shown, setShown] = useState(first.name)
  const isWide = useMediaQuery('(min-width: 900px)')
  if (!second || !isWide) {
    const tabs = [first, ...(second ? [second] : [])].map(({ name, content }) => ({
      id: name,
      name,
      content: <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-5">{content}</div>,
    }))
    return second ? <Tabs label={label} value={shown} onChange={setShown} tabs={tabs} /> : tabs[0]?.content
  }
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

interface TemplateMenuProps extends Pick<ComponentProps<typeof Menu>, 'items'> {
  /** Label of the button. */
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
