// A field that selects a model: searched by name, favorites first, hidden models on request.
import { Command } from 'cmdk'
import { Check, ChevronsUpDown, Eye, EyeOff, Star } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useId, useState } from 'react'
import type { ModelSummary } from '#shared/desktop/models-contract'
import { Button } from '../components/Button'
import { formatCount } from '../components/format'
import { joinClasses } from '../components/join-classes'
import type { SelectGroup } from '../components/Select'
import { ServerStatus } from './ServerStatus'
import { limitGroups } from './server-groups'
import { arrangeModels, changeModelList, useModelLists } from './use-models'

interface ModelPickerProps {
  readonly label: string
  readonly value: string
  /** Named if there is no model. */
  readonly kind: ModelSummary['kind']
  /** All models that the field offers. */
  readonly groups: readonly SelectGroup[]
  readonly onChange: (value: string) => void
  readonly id?: string
  readonly disabled?: boolean
  /** Shown if no model is selected. */
  readonly placeholder?: string
  readonly className?: string
}

export function ModelPicker(props: ModelPickerProps) {
  const { label, value, kind, groups, onChange, id, disabled, placeholder, className } = props
  const [isOpen, setIsOpen] = useState(false)
  const listId = useId()
  const selected = groups.flatMap(({ options }) => options).find((option) => option.value === value)
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen} modal>
      <Popover.Trigger
        id={id}
        role="combobox"
        aria-label={label}
        aria-controls={isOpen ? listId : undefined}
        disabled={disabled ?? false}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setIsOpen(true)
        }}
        className={joinClasses(
          'flex h-8 min-w-0 items-center justify-between gap-2 rounded-md border border-line-strong bg-raised px-2.5 text-left transition-colors hover:bg-hover disabled:opacity-60',
          className,
        )}
      >
        <span className={joinClasses('truncate', value === '' && 'text-faint')}>
          {selected?.label ?? (value || placeholder)}
        </span>
        <ChevronsUpDown size={14} aria-hidden="true" className="shrink-0 text-faint" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          id={listId}
          aria-label="Models"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-60 flex max-h-[min(480px,var(--radix-popover-content-available-height))] w-[min(400px,calc(100vw-16px))] animate-appear flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-raised"
        >
          <Choices
            value={value}
            kind={kind}
            groups={groups}
            onSelect={(id) => {
              setIsOpen(false)
              onChange(id)
            }}
            onClose={() => setIsOpen(false)}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

interface ChoicesProps extends Pick<ModelPickerProps, 'value' | 'kind' | 'groups'> {
  readonly onSelect: (id: string) => void
  /** Called when another panel opens. */
  readonly onClose: () => void
}

/** More would delay the list and each typed character; a search finds all of them. */
const maxShown = 60

function Choices({ value, kind, groups, onSelect, onClose }: ChoicesProps) {
  const { favoriteModels: favorites, hiddenModels: hidden } = useModelLists()
  const [query, setQuery] = useState('')
  const [showsHidden, setShowsHidden] = useState(false)
  const [activeId, setActiveId] = useState(value)
  const [max, setMax] = useState(maxShown)
  const arranged = arrangeModels(groups, { favorites, hidden, query, showsHidden, selected: value })
  const { groups: shown, rest } = limitGroups(arranged, max, query === '' ? value : '')
  const active = shown.flatMap(({ options }) => options).find((option) => option.value === activeId)
  const offered = groups.flatMap(({ options }) => options)
  const hiddenCount = offered.filter((option) => hidden.includes(option.value)).length
  return (
    <>
      <Command
        label="Search models"
        shouldFilter={false}
        loop
        vimBindings={false}
        value={activeId}
        onValueChange={setActiveId}
        className="flex min-h-0 flex-1 flex-col"
      >
        <Command.Input
          value={query}
          onValueChange={setQuery}
          placeholder="Search models"
          className="h-9 shrink-0 border-line border-b bg-transparent px-3 outline-none"
        />
        <Command.List
          label="Models"
          className="min-h-0 flex-1 overflow-y-auto p-1 not-has-[[cmdk-item]]:p-0 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-faint [&_[cmdk-group-heading]]:text-xs"
        >
          {shown.map(({ label, options }) => (
            <Command.Group key={label} heading={label}>
              {options.map((option) => (
                <Option
                  key={option.value}
                  option={option}
                  isSelected={option.value === value}
                  isFavorite={favorites.includes(option.value)}
                  isHidden={hidden.includes(option.value)}
                  onSelect={() => onSelect(option.value)}
                />
              ))}
            </Command.Group>
          ))}
          {rest > 0 && (
            <Command.Item
              value={showMore}
              onSelect={() => setMax(max + maxShown * 3)}
              className="rounded-md px-2 py-1.5 text-center text-soft text-sm data-[selected=true]:bg-hover"
            >
              Show {formatCount(Math.min(rest, maxShown * 3))} more
            </Command.Item>
          )}
        </Command.List>
        {shown.length === 0 && offered.length > 0 && (
          <p role="status" className="px-3 py-4 text-center text-faint">
            No matching models
          </p>
        )}
      </Command>
      <ServerStatus kind={kind} isEmpty={offered.length === 0} onClose={onClose} />
      <div className="flex shrink-0 flex-wrap items-center gap-1 border-line border-t p-1 empty:hidden">
        {active && (
          <ListButtons
            id={active.value}
            name={active.label}
            isFavorite={favorites.includes(active.value)}
            isHidden={hidden.includes(active.value)}
          />
        )}
        {hiddenCount > 0 && (
          <Button
            variant="quiet"
            size="small"
            className="ml-auto"
            onClick={() => setShowsHidden(!showsHidden)}
          >
            {showsHidden ? 'Leave out hidden' : `Show hidden (${hiddenCount})`}
          </Button>
        )}
      </div>
    </>
  )
}

/** No model has a space in its ID. */
const showMore = 'show more'

interface ListButtonsProps {
  readonly id: string
  readonly name: string
  readonly isFavorite: boolean
  readonly isHidden: boolean
}

/** For the keyboard: they apply to the highlighted model. */
function ListButtons({ id, name, isFavorite, isHidden }: ListButtonsProps) {
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={`${isFavorite ? 'Remove favorite' : 'Add favorite'} ${name}`}
        onClick={() => changeModelList('favoriteModels', id, !isFavorite)}
      >
        <Star size={14} aria-hidden="true" className={isFavorite ? 'fill-current' : undefined} />
        {isFavorite ? 'Remove favorite' : 'Add favorite'}
      </Button>
      <Button
        variant="quiet"
        size="small"
        aria-label={`${isHidden ? 'Show' : 'Hide'} ${name}`}
        onClick={() => changeModelList('hiddenModels', id, !isHidden)}
      >
        {isHidden ? <EyeOff size={14} aria-hidden="true" /> : <Eye size={14} aria-hidden="true" />}
        {isHidden ? 'Show' : 'Hide'}
      </Button>
    </>
  )
}

interface OptionProps {
  readonly option: SelectGroup['options'][number]
  readonly isSelected: boolean
  readonly isFavorite: boolean
  readonly isHidden: boolean
  readonly onSelect: () => void
}

function Option({ option, isSelected, isFavorite, isHidden, onSelect }: OptionProps) {
  const { value, label, description, marks = [], details } = option
  const states = [isSelected && 'selected', isFavorite && 'favorite', isHidden && 'hidden']
  return (
    <Command.Item
      value={value}
      title={details}
      onSelect={onSelect}
      aria-description={[description, ...marks, ...states].filter(Boolean).join(', ')}
      className={joinClasses(
        'group flex items-start gap-2 rounded-md px-2 py-1.5 data-[selected=true]:bg-hover',
        isHidden && 'text-faint',
      )}
    >
      <span className="flex h-5 w-4 shrink-0 items-center text-accent">
        {isSelected && <Check size={14} aria-hidden="true" />}
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate">{label}</span>
        {description && (
          <span aria-hidden="true" className="text-faint text-sm">
            {description}
          </span>
        )}
        {marks.length > 0 && (
          <span aria-hidden="true" className="text-faint text-xs">
            {marks.join(' · ')}
          </span>
        )}
      </span>
      <RowIcon
        icon={Star}
        title={isFavorite ? 'Remove favorite' : 'Add favorite'}
        className={isFavorite ? 'text-accent [&_svg]:fill-current' : whenActive}
        onClick={() => changeModelList('favoriteModels', value, !isFavorite)}
      />
      <RowIcon
        icon={isHidden ? EyeOff : Eye}
        title={isHidden ? 'Show' : 'Hide'}
        className={whenActive}
        onClick={() => changeModelList('hiddenModels', value, !isHidden)}
      />
    </Command.Item>
  )
}

const whenActive = 'invisible group-data-[selected=true]:visible'

interface RowIconProps {
  readonly icon: typeof Star
  readonly title: string
  readonly className: string
  readonly onClick: () => void
}

/** For the mouse: an option must not contain controls, so the keyboard has the buttons below. */
function RowIcon({ icon: Icon, title, className, onClick }: RowIconProps) {
  return (
    <span
      aria-hidden="true"
      title={title}
      onClick={(event) => {
        event.stopPropagation()
        onClick()
      }}
      className={joinClasses(
        'flex size-5 shrink-0 items-center justify-center rounded-sm hover:text-ink',
        className,
      )}
    >
      <Icon size={14} />
    </span>
  )
}
