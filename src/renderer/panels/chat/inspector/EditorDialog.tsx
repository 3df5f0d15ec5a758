// The dialog of an editor: its content, and a footer that saves or discards the draft.
import { Plus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { formatPlural } from '../../../components/format'
import { Menu } from '../../../components/Menu'
import type { LocatedProblem } from '../../../json-editor/json-locations'
import { toastUndo, unchanged } from '../../../state/undo'
import type { EditorDraft } from './editor-drafts'
import { editorDrafts } from './editor-drafts'

interface EditorDialogProps<Draft> {
  readonly title: string
  readonly children: ReactNode
  readonly editor: EditorDraft<Draft>
  /** Null if the draft can be saved. */
  readonly blocker: string | null
  /** Resolves to whether it was saved. */
  readonly save: () => Promise<boolean>
  readonly onClose: () => void
}

export function EditorDialog<Draft>(props: EditorDialogProps<Draft>) {
  const { title, children, editor, blocker, onClose } = props
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
      {children}
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
