// The declarations as JSON, with their problems, templates and files.
import { FileInput } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../../components/Button'
import { HiddenFileInput } from '../../../../components/HiddenFileInput'
import { Notice } from '../../../../components/Notice'
import { type AsyncCheck, CheckedEditor } from '../../../../json-editor/CheckedEditor'
import { TemplateMenu } from '../EditorDialog'
import type { FunctionsDraft } from '../editor-drafts'
import { declarationTemplates } from '../editor-templates'
import { completeDeclarations } from '../schema/complete-schema'
import type { CheckedDeclarations } from './parse-declarations'
import {
  addDeclarations,
  convertPasted,
  describeParsed,
  findFreeName,
  parseDeclarations,
  plainDeclarations,
} from './parse-declarations'

interface DeclarationsPaneProps {
  readonly draft: FunctionsDraft
  readonly checked: AsyncCheck<CheckedDeclarations>
  /** Describes the last import or paste. */
  readonly note: string | null
  readonly onNote: (note: string | null) => void
  readonly onChange: (part: Partial<FunctionsDraft>) => void
}

const invalidTextNote = 'Fix the problems in the current text before adding more.'

export function DeclarationsPane({ draft, checked, note, onNote, onChange }: DeclarationsPaneProps) {
  const file = useRef<HTMLInputElement>(null)
  const { result, pending, failure } = checked
  const isForeign = !pending && (result?.parsed.formats.length ?? 0) > 0
  const count = result?.parsed.found.length ?? 0

  const addTemplate = ({ declaration, mock }: (typeof declarationTemplates)[number]) => {
    const name = findFreeName(declaration.name, listNames(result))
    const text = addDeclarations(draft.text, JSON.stringify({ ...declaration, name }))
    if (text === null) return onNote(invalidTextNote)
    onNote(null)
    onChange({ text, mocks: { [name]: JSON.stringify(mock, null, 2), ...draft.mocks } })
  }
  const importFile = async (selected: File) => {
    const added = await selected.text()
    const text = addDeclarations(draft.text, added)
    if (plainDeclarations(added) === null) return onNote(`“${selected.name}” has no function declarations.`)
    if (text === null) return onNote(invalidTextNote)
    onNote(describeParsed(parseDeclarations(JSON.parse(added))) ?? `“${selected.name}” imported`)
    onChange({ text })
  }
  const readPaste = (pasted: string, whole: boolean) => {
    const text = convertPasted(pasted, whole)
    if (text !== pasted) onNote(describeParsed(parseDeclarations(JSON.parse(pasted))))
    return text
  }
  return (
    <>
      <div className="flex shrink-0 items-center gap-1">
        <TemplateMenu
          name="Add function"
          items={declarationTemplates.map((template) => ({
            name: template.name,
            onSelect: () => addTemplate(template),
          }))}
        />
        <Button size="small" variant="quiet" onClick={() => file.current?.click()}>
          <FileInput size={14} aria-hidden="true" />
          Import file…
        </Button>
        <HiddenFileInput
          ref={file}
          accept=".json,application/json"
          label="Declarations file"
          onFiles={([selected]) =>
            selected && importFile(selected).catch(() => onNote(`Couldn’t read “${selected.name}”.`))
          }
        />
      </div>
      {note && (
        <Notice
          tone="quiet"
          title={note}
          actions={
            <Button size="small" variant="quiet" onClick={() => onNote(null)}>
              Dismiss
            </Button>
          }
        />
      )}
      {isForeign && result && (
        <Notice
          tone="quiet"
          title={describeParsed(result.parsed) ?? ''}
          actions={
            <Button
              size="small"
              onClick={() => onChange({ text: plainDeclarations(draft.text) ?? draft.text })}
            >
              Convert
            </Button>
          }
        >
          It will be saved as a plain list of declarations.
        </Notice>
      )}
      <CheckedEditor
        label="Function declarations"
        value={draft.text}
        problems={result?.problems ?? null}
        pending={pending}
        failure={failure}
        validMessage={describeCount(count)}
        complete={completeDeclarations}
        readPaste={readPaste}
        placeholder="Paste function declarations: a list, a request’s tools field, or OpenAI format."
        onChange={(text) => onChange({ text })}
      />
    </>
  )
}

function listNames(result: CheckedDeclarations | null): readonly string[] {
  return result?.parsed.found.map(({ declaration }) => String(declaration.name)) ?? []
}

function describeCount(count: number): string {
  if (count === 0) return 'No functions yet. Add one, paste some, or import a file.'
  return count === 1 ? '1 function, no problems' : `${count} functions, no problems`
}
