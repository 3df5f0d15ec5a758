// A select whose options have descriptions.
import { Check, ChevronsUpDown } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import { Badge } from './Badge'
import { joinClasses } from './join-classes'

interface SelectOption {
  readonly value: string
  readonly label: string
  readonly description?: string
  /** Badges beside its label. */
  readonly marks?: readonly string[]
  /** Shown on hover. */
  readonly details?: string
}

export interface SelectGroup {
  /** Empty: the group has no title. */
  readonly label: string
  readonly options: readonly SelectOption[]
}

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly groups: readonly SelectGroup[]
  readonly onChange: (value: string) => void
  readonly id?: string
  readonly disabled?: boolean
  readonly className?: string
}

export function Select({ label, value, groups, onChange, id, disabled, className }: SelectProps) {
  const selected = groups.flatMap((group) => group.options).find((option) => option.value === value)
  return (
    <Radix.Root value={value} onValueChange={onChange} disabled={disabled ?? false}>
      <Radix.Trigger
        id={id}
        aria-label={label}
        className={joinClasses(
          'flex h-8 min-w-0 items-center justify-between gap-2 rounded-md border border-line-strong bg-raised px-2.5 text-left transition-colors hover:bg-hover disabled:opacity-60',
          className,
        )}
      >
        <span className="truncate">
          <Radix.Value>{selected?.label ?? value}</Radix.Value>
        </span>
        <ChevronsUpDown size={14} aria-hidden="true" className="shrink-0 text-faint" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-60 max-h-(--radix-select-content-available-height) w-max min-w-(--radix-select-trigger-width) max-w-[min(384px,calc(100vw-16px))] animate-appear overflow-hidden rounded-lg border border-line bg-raised shadow-raised"
        >
          <Radix.Viewport className="p-1">
            {groups.map((group) => (
              <Options key={group.label} group={group} />
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Options({ group }: { group: SelectGroup }) {
  return (
    <Radix.Group>
      {group.label && (
        <Radix.Label className="px-2 pt-2 pb-1 font-medium text-faint text-xs">{group.label}</Radix.Label>
      )}
      {group.options.map((option) => (
        <Radix.Item
          key={option.value}
          value={option.value}
          textValue={option.label}
          aria-description={
            [option.description, ...(option.marks ?? [])].filter(Boolean).join(', ') || undefined
          }
          className="flex items-start gap-2 rounded-md py-1.5 pr-2 pl-2 outline-none data-[highlighted]:bg-hover"
        >
          <span className="flex h-5 w-4 shrink-0 items-center text-accent">
            <Radix.ItemIndicator>
              <Check size={14} aria-hidden="true" />
            </Radix.ItemIndicator>
          </span>
          <span className="flex min-w-0 flex-1 flex-col">
            <span className="flex min-w-0 items-center gap-1.5">
              <span className="truncate">
                <Radix.ItemText>{option.label}</Radix.ItemText>
              </span>
              {option.marks && (
                <span aria-hidden="true" className="ml-auto flex gap-1">
                  {option.marks.map((mark) => (
                    <Badge key={mark}>{mark}</Badge>
                  ))}
                </span>
              )}
            </span>
            {option.description && (
              <span aria-hidden="true" className="text-faint text-sm">
                {option.description}
              </span>
            )}
          </span>
        </Radix.Item>
      ))}
    </Radix.Group>
  )
}
