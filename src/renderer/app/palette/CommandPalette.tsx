// The command palette: finds and runs commands, opens what is stored, and asks for arguments in place.
import { Command } from 'cmdk'
import { Check, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { Dialog } from '../../components/Dialog'
import { joinClasses } from '../../components/join-classes'
import { Kbd } from '../../components/Kbd'
import type { PaletteItem, PaletteStep } from '../../state/command-handlers'
import { openOverlay, useOverlay } from '../overlays'
import { runAction } from '../run-command'
import type { ObjectItem } from './palette-items'
import { type PaletteGroup, recordRecent } from './rank-items'
import { type PaletteList, useRootGroups, useStepGroups } from './use-palette-groups'

export function CommandPalette() {
  const open = useOverlay(({ overlay }) => overlay === 'palette')
  return (
    <Dialog
      open={open}
      onClose={() => openOverlay(null)}
      title="Command palette"
      untitled
      className="top-[12vh]! w-[min(620px,calc(100vw-48px))] short:top-[6vh]!"
    >
      <Steps />
    </Dialog>
  )
}

/** From all commands to the argument of one of them. */
function Steps() {
  const first = useOverlay(({ step }) => step)
  const [steps, setSteps] = useState<readonly PaletteStep[]>(first ? [first] : [])
  const step = steps.at(-1)
  const back = steps.length > 0 ? () => setSteps(steps.slice(0, -1)) : undefined
  const choose = (item: ObjectItem) => {
    // The answer to a question is not offered again without the question.
    if (steps.length === 0) recordRecent({ id: item.id, object: item.object })
    if (item.ask) return setSteps([...steps, item.ask()])
    openOverlay(null)
    // The focus has returned to the panel, where the command may move it.
    requestAnimationFrame(() => runAction(() => item.run?.()))
  }
  if (!step) return <RootList key="root" onChoose={choose} />
  const List = step.submit ? TextStep : ChoiceStep
  return <List key={steps.length} step={step} steps={steps} onBack={back} onChoose={choose} />
}

interface RootListProps {
  readonly onChoose: (item: PaletteItem) => void
}

function RootList({ onChoose }: RootListProps) {
  const [query, setQuery] = useState('')
  return (
    <ItemList
      query={query}
      onQuery={setQuery}
      placeholder="Type a command, or search chats, settings, and files"
      list={useRootGroups(query)}
      empty="No matching commands or items"
      onChoose={onChoose}
    />
  )
}

interface StepProps {
  readonly step: PaletteStep
  readonly steps: readonly PaletteStep[]
  readonly onBack: (() => void) | undefined
  readonly onChoose: (item: PaletteItem) => void
}

function ChoiceStep({ step, steps, onBack, onChoose }: StepProps) {
  const [query, setQuery] = useState('')
  return (
    <ItemList
      query={query}
      onQuery={setQuery}
      placeholder={step.placeholder}
      list={useStepGroups(step, query)}
      empty="No matching choices"
      steps={steps}
      onBack={onBack}
      onChoose={onChoose}
    />
  )
}

/** The text that is entered is the answer. */
function TextStep({ step, steps, onBack, onChoose }: StepProps) {
  const { submit } = step
  const [text, setText] = useState(submit?.initial ?? '')
  const answer = text.trim()
  const items: PaletteItem[] =
    submit && answer
      ? [
          {
            id: 'submit',
            title: `${submit.label}: ${answer}`,
            icon: ChevronRight,
            run: () => submit.run(answer),
          },
        ]
      : []
  return (
    <ItemList
      query={text}
      onQuery={setText}
      placeholder={step.placeholder}
      list={{ groups: [{ heading: '', items }], isLoading: false, error: null }}
      empty="Enter a text"
      steps={steps}
      onBack={onBack}
      onChoose={onChoose}
    />
  )
}

interface ItemListProps {
  readonly query: string
  readonly onQuery: (query: string) => void
  readonly placeholder: string
  readonly list: PaletteList
  /** Shown if nothing matches. */
  readonly empty: string
  readonly steps?: readonly PaletteStep[]
  readonly onBack?: (() => void) | undefined
  readonly onChoose: (item: PaletteItem) => void
}

function ItemList(props: ItemListProps) {
  const { query, onQuery, placeholder, list, empty, steps = [], onBack, onChoose } = props
  const { groups, isLoading, error } = list
  const ids = groups.flatMap(({ items }) => items.map(({ id }) => id))
  const [activeId, setActiveId] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  const isShown = ids.includes(activeId)
  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' || query !== '' || !onBack || event.nativeEvent.isComposing) return
    event.preventDefault()
    onBack()
  }
  return (
    <Command
      label={steps.at(-1)?.title ?? 'Commands'}
      shouldFilter={false}
      loop
      vimBindings={false}
      // Items that are found later don't move the selection; the first one is selected until the user moves it.
      value={isShown ? activeId : (ids[0] ?? '')}
      onValueChange={setActiveId}
      onKeyDown={pressKey}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="flex h-12 shrink-0 items-center gap-2 border-line border-b px-4">
        {steps.map(({ title }, at) => (
          <Crumb key={title} title={title} onBack={at === steps.length - 1 ? onBack : undefined} />
        ))}
        <Command.Input
          ref={input}
          data-first-focus
          value={query}
          onValueChange={(next) => {
            setActiveId('')
            onQuery(next)
          }}
          placeholder={placeholder}
          className="h-full min-w-24 flex-1 bg-transparent text-lg outline-none"
        />
      </div>
      <Command.List
        label={steps.at(-1)?.title ?? 'Commands'}
        className="h-[min(420px,56vh)] min-h-0 overflow-y-auto p-2 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-faint [&_[cmdk-group-heading]]:text-xs"
      >
        <PaletteRows groups={groups} onChoose={onChoose} />
      </Command.List>
      <Footer
        isEmpty={ids.length === 0}
        isLoading={isLoading}
        error={error}
        empty={empty}
        canGoBack={onBack !== undefined}
      />
    </Command>
  )
}

function Crumb({ title, onBack }: { title: string; onBack: (() => void) | undefined }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      disabled={!onBack}
      aria-label={`Back from ${title}`}
      onClick={onBack}
      className="flex h-6 min-w-0 max-w-56 shrink-0 items-center rounded-md bg-accent-wash px-2 text-accent text-sm"
    >
      <span dir="auto" className="truncate">
        {title}
      </span>
    </button>
  )
}

interface FooterProps {
  readonly isEmpty: boolean
  readonly isLoading: boolean
  readonly error: string | null
  readonly empty: string
  readonly canGoBack: boolean
}

function Footer({ isEmpty, isLoading, error, empty, canGoBack }: FooterProps) {
  const status = error ?? (isLoading ? 'Searching…' : isEmpty ? empty : '')
  return (
    <div className="flex h-8 shrink-0 items-center gap-3 border-line border-t px-4 text-faint text-xs">
      <p role="status" className={joinClasses('min-w-0 flex-1 truncate', error && 'text-danger')}>
        {status}
      </p>
      <Hint keys={['↑', '↓']} does="to move" />
      <Hint keys={['enter']} does="to choose" />
      {canGoBack && <Hint keys={['backspace']} does="to go back" />}
    </div>
  )
}

function Hint({ keys, does }: { keys: readonly string[]; does: string }) {
  return (
    <span className="flex shrink-0 items-center gap-1">
      {keys.map((key) => (
        <Kbd key={key} keys={key} />
      ))}
      {does}
    </span>
  )
}

interface PaletteRowsProps {
  readonly groups: readonly PaletteGroup[]
  readonly onChoose: (item: PaletteItem) => void
}

export function PaletteRows({ groups, onChoose }: PaletteRowsProps) {
  return groups.map(({ heading, items }) => (
    <Command.Group key={heading} heading={heading || undefined}>
      {items.map((item) => (
        <Row key={item.id} item={item} onChoose={onChoose} />
      ))}
    </Command.Group>
  ))
}

interface RowProps extends Pick<PaletteRowsProps, 'onChoose'> {
  readonly item: PaletteItem
}

/** Not rendered again when further items are found. */
const Row = memo(function Row({ item, onChoose }: RowProps) {
  const { id, title, icon: Icon, hint, keys, isChecked } = item
  return (
    <Command.Item
      value={id}
      onSelect={() => onChoose(item)}
      className="flex h-8 items-center gap-3 rounded-md px-2 data-[selected=true]:bg-hover"
    >
      <Icon size={16} aria-hidden="true" className="shrink-0 text-faint" />
      <span dir="auto" className="min-w-0 flex-1 truncate text-left">
        {title}
      </span>
      {hint && <span className="max-w-48 shrink-0 truncate text-faint text-sm">{hint}</span>}
      {isChecked && <Check size={14} role="img" aria-label="On" className="shrink-0 text-accent" />}
      {keys && <Kbd keys={keys} />}
    </Command.Item>
  )
})
