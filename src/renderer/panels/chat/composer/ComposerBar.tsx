// What goes along with the prompt: files, a template, the model, tools; and the buttons that send and stop.
import { ArrowUp, BookText, Braces, Link, ListPlus, Search, Square, SquareFunction } from 'lucide-react'
import type { ModelSummary } from '#shared/desktop/contract'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { SizeMeter } from '../../../attaching/SizeMeter'
import type { TravelSize } from '../../../attaching/travel-size'
import { Button } from '../../../kit/Button'
import { IconButton } from '../../../kit/IconButton'
import { Kbd } from '../../../kit/Kbd'
import { Select, type SelectGroup } from '../../../kit/Select'
import { AttachMenu } from './AttachMenu'
import type { ComposerDialog } from './composer-dialog'
import { MoreMenu } from './MoreMenu'
import { SettingChip } from './SettingChip'
import { showInInspector } from './show-in-inspector'
import { Toggle } from './Toggle'

export type ParametersChange = { readonly [Name in keyof ChatParameters]?: ChatParameters[Name] | undefined }

interface ComposerBarProps {
  readonly text: string
  readonly parameters: ChatParameters
  readonly comparing: boolean
  readonly models: readonly ModelSummary[]
  readonly groups: readonly SelectGroup[]
  /** Null while nothing is attached. */
  readonly size: TravelSize | null
  readonly running: boolean
  readonly sending: boolean
  /** Why it cannot be sent; empty where there is nothing to send. */
  readonly obstacle: string | undefined
  readonly onFiles: (files: readonly File[]) => void
  readonly onDialog: (dialog: ComposerDialog) => void
  readonly onParameters: (change: ParametersChange) => void
  readonly onCompare: (comparing: boolean) => void
  readonly onStop: () => void
}

export function ComposerBar(props: ComposerBarProps) {
  const { parameters, comparing, groups, size, running, sending, obstacle } = props
  const { onDialog, onParameters, onCompare, onStop } = props
  const { functions, structured } = parameters
  const tools = [
    {
      name: 'Search',
      icon: Search,
      on: parameters.googleSearch === true,
      hint: 'Answers from web searches (Google Search)',
    },
    {
      name: 'URL context',
      icon: Link,
      on: parameters.urlContext === true,
      hint: 'Reads the addresses in the prompt',
    },
    {
      name: 'Compare',
      icon: ListPlus,
      on: comparing,
      hint: 'Sends the prompt to two to four models at once',
    },
  ] as const
  const turn = (name: (typeof tools)[number]['name'], on: boolean) => {
    if (name === 'Search') onParameters({ googleSearch: on || undefined })
    else if (name === 'URL context') onParameters({ urlContext: on || undefined })
    else onCompare(on)
  }
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1 p-2">
      <AttachMenu onFiles={props.onFiles} onAddress={() => onDialog({ kind: 'address' })} />
      <IconButton
        label="Prompt templates"
        icon={BookText}
        keys="/"
        size="small"
        className="@max-[620px]:hidden size-7"
        onClick={() => onDialog({ kind: 'choose' })}
      />
      {!comparing && (
        <Select
          label="Model"
          value={parameters.model}
          groups={groups}
          onChange={(model) => onParameters({ model })}
          className="h-7 min-w-16 max-w-56 border-transparent bg-transparent px-1.5 text-soft"
        />
      )}
      {tools.map(({ name, icon, on, hint }) => (
        <Toggle
          key={name}
          name={name}
          hint={hint}
          icon={icon}
          pressed={on}
          onChange={(next) => turn(name, next)}
        />
      ))}
      {functions?.on && (
        <SettingChip
          name="Functions"
          icon={SquareFunction}
          count={functions.declarations.length}
          onOpen={() => showInInspector('functions')}
        />
      )}
      {structured?.on && (
        <SettingChip name="JSON" icon={Braces} onOpen={() => showInInspector('structured')} />
      )}
      <MoreMenu
        text={props.text}
        tools={tools
          .filter(({ on }) => !on)
          .map(({ name, icon }) => ({ name, icon, turnOn: () => turn(name, true) }))}
        onDialog={onDialog}
      />
      <span className="ml-auto flex shrink-0 items-center gap-2 pl-1">
        {size && <SizeMeter size={size} />}
        <span className="@max-[720px]:hidden flex items-center gap-1.5 text-faint text-xs">
          {running ? <Kbd keys="escape" /> : <Kbd keys="enter" />} {running ? 'stops' : 'sends'}
        </span>
        {running && (
          <Button onClick={onStop}>
            <Square size={12} aria-hidden="true" fill="currentColor" />
            Stop
          </Button>
        )}
        <Button
          type="submit"
          look="primary"
          disabled={sending || obstacle !== undefined}
          title={obstacle || undefined}
        >
          <ArrowUp size={14} aria-hidden="true" />
          {running ? 'Queue' : 'Send'}
        </Button>
      </span>
    </div>
  )
}
