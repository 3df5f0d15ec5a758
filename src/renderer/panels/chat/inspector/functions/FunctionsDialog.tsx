// The dialog that declares functions, sets when they are called, and gives them mock results.
import { type ReactNode, useState } from 'react'
import type { FunctionSettings } from '#shared/schemas/chat-parameters'
import { desktop } from '../../../../api/desktop'
import { Badge } from '../../../../components/Badge'
import { Button } from '../../../../components/Button'
import { CodeEditor } from '../../../../components/CodeEditor'
import { Disclosure } from '../../../../components/Disclosure'
import { SegmentedControl } from '../../../../components/SegmentedControl'
import { Switch } from '../../../../components/Switch'
import { Tabs } from '../../../../components/Tabs'
import { useMediaQuery } from '../../../../components/use-media-query'
import { useAsyncCheck } from '../../../../json-editor/CheckedEditor'
import { toSkeleton, writeResult } from '../../functions/call-drafts'
import { describeErrors, EditorDialog } from '../EditorDialog'
import { type FunctionsDraft, useEditorDraft } from '../editor-drafts'
import { DeclarationsPane } from './DeclarationsPane'
import {
  checkDeclarations,
  listInvalidMocks,
  type ParsedDeclarations,
  parseMock,
  toFunctionSettings,
  toFunctionsDraft,
} from './parse-declarations'

interface FunctionsDialogProps {
  readonly scope: string
  readonly settings: FunctionSettings | undefined
  readonly onSave: (settings: FunctionSettings) => void
  readonly onClose: () => void
}

const check = (text: string) => checkDeclarations(text, (schema) => desktop.schemas.check({ schema }))

export function FunctionsDialog({ scope, settings, onSave, onClose }: FunctionsDialogProps) {
  const editor = useEditorDraft('functions', scope, toFunctionsDraft(settings))
  const { draft, change } = editor
  const [note, setNote] = useState<string | null>(null)
  const checked = useAsyncCheck(['functions', draft.text], () => check(draft.text))
  const save = async () => {
    const { declarations } = await check(draft.text)
    if (declarations) onSave(toFunctionSettings(draft, declarations, settings?.on))
    return declarations !== null
  }
  const isWide = useMediaQuery('(min-width: 900px)')
  const [tab, setTab] = useState('declarations')
  const declarations = (
    <DeclarationsPane draft={draft} checked={checked} note={note} onNote={setNote} onChange={change} />
  )
  const calling = <CallingPane draft={draft} parsed={checked.result?.parsed ?? null} onChange={change} />
  return (
    <EditorDialog
      title="Functions"
      editor={editor}
      blocker={describeErrors(checked.result?.problems) ?? describeInvalidMock(draft)}
      save={save}
      onClose={onClose}
    >
      {isWide ? (
        <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,3fr)_minmax(0,2fr)] border-line border-t">
          <section aria-label="Declarations" className="flex min-h-0 flex-col gap-3 py-4 pr-4 pl-5">
            {declarations}
          </section>
          <section
            aria-label="Calling and mocks"
            className="flex min-h-0 flex-col gap-3 overflow-y-auto border-line border-l bg-frame py-4 pr-5 pl-4"
          >
            {calling}
          </section>
        </div>
      ) : (
        <Tabs
          label="Function settings"
          value={tab}
          onChange={setTab}
          tabs={[
            { id: 'declarations', name: 'Declarations', content: <TabContent>{declarations}</TabContent> },
            { id: 'calling', name: 'Calling and mocks', content: <TabContent>{calling}</TabContent> },
          ]}
        />
      )}
    </EditorDialog>
  )
}

function TabContent({ children }: { children: ReactNode }) {
  return <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-5">{children}</div>
}

function describeInvalidMock(draft: FunctionsDraft): string | null {
  const [name] = listInvalidMocks(draft)
  return name === undefined ? null : `The mock for ${name} isn’t a valid JSON object.`
}

interface CallingPaneProps {
  readonly draft: FunctionsDraft
  readonly parsed: ParsedDeclarations | null
  readonly onChange: (part: Partial<FunctionsDraft>) => void
}

const modes = {
  AUTO: { name: 'Auto', description: 'The model decides whether to call a function or respond.' },
  ANY: { name: 'Any', description: 'The model must call a function and never responds with text.' },
  NONE: { name: 'None', description: 'The model sees the functions but doesn’t call them.' },
  VALIDATED: { name: 'Validated', description: 'Like Auto, but every call must match its declaration.' },
} as const

const modeOptions = (['AUTO', 'ANY', 'NONE', 'VALIDATED'] as const).map((value) => ({
  value,
  name: modes[value].name,
}))

function CallingPane({ draft, parsed, onChange }: CallingPaneProps) {
  const declared = new Map(
    parsed?.found.map(({ declaration }) => [String(declaration.name), declaration] as const) ?? [],
  )
  const undeclared = parsed
    ? Object.keys(draft.mocks).filter((name) => draft.mocks[name] && !declared.has(name))
    : []
  const setMock = (name: string, text: string) => {
    const { [name]: _, ...others } = draft.mocks
    onChange({ mocks: text === '' ? others : { ...draft.mocks, [name]: text } })
  }
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <h3 className="font-medium">Function calling mode</h3>
        <SegmentedControl
          label="Function calling mode"
          value={draft.mode}
          options={modeOptions}
          onChange={(mode) => onChange({ mode })}
        />
        <p className="min-h-8 text-faint text-sm">{modes[draft.mode].description}</p>
      </div>
      <div className="flex flex-col gap-2">
        <h3 className="font-medium">Mocks</h3>
        <p className="text-faint text-sm">
          A mock is the JSON object a function returns without running. You can edit each result before
          sending it.
        </p>
        <Switch
          label="Send mock results automatically"
          hint="When every call has a mock, results are sent without asking."
          checked={draft.answerWithMocks}
          onChange={(answerWithMocks) => onChange({ answerWithMocks })}
        />
        {declared.size === 0 && <p className="text-faint text-sm">Declare a function to add a mock.</p>}
        {[...declared].map(([name, declaration]) => (
          <Mock
            key={name}
            name={name}
            text={draft.mocks[name] ?? ''}
            example={writeResult(toSkeleton(declaration))}
            onChange={(text) => setMock(name, text)}
          />
        ))}
        {undeclared.map((name) => (
          <Mock
            key={name}
            name={name}
            text={draft.mocks[name] ?? ''}
            isUndeclared
            onChange={(text) => setMock(name, text)}
          />
        ))}
      </div>
    </>
  )
}

interface MockProps {
  readonly name: string
  readonly text: string
  readonly example?: string
  /** No function of this name is declared. */
  readonly isUndeclared?: boolean
  readonly onChange: (text: string) => void
}

function Mock({ name, text, example, isUndeclared = false, onChange }: MockProps) {
  const { error } = { error: undefined, ...parseMock(text) }
  const state = error ? 'wrong' : text.trim() === '' ? 'none' : 'ready'
  return (
    <Disclosure
      summary={
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate font-mono text-ink">{name}</span>
          <Badge tone={error ? 'danger' : state === 'ready' ? 'accent' : 'quiet'}>{state}</Badge>
          {isUndeclared && <Badge tone="warn">undeclared</Badge>}
        </span>
      }
    >
      <div className="flex flex-col gap-1 pt-1 pb-2 pl-4">
        <CodeEditor
          label={`Mock for ${name}`}
          language="json"
          rows={[3, 12]}
          value={text}
          placeholder="No mock. You’ll be asked for the result."
          onChange={onChange}
        />
        {error && (
          <p role="alert" className="text-danger text-sm first-letter:uppercase">
            {error}
          </p>
        )}
        {text.trim() === '' && example && (
          <Button size="small" className="self-start" onClick={() => onChange(example)}>
            Insert example
          </Button>
        )}
        {isUndeclared && (
          <Button size="small" className="self-start" onClick={() => onChange('')}>
            Remove mock
          </Button>
        )}
      </div>
    </Disclosure>
  )
}
