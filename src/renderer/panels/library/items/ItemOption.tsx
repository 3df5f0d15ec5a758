// What an item is for whoever cannot see it, and how mouse and keys find it.
import type { ReactNode } from 'react'
import type { LibraryItem } from '#shared/schemas/library'
import { joinClasses } from '../../../components/join-classes'
import { describeItem } from '../describe-item'
import type { ToModelName } from '../use-model-names'

interface ItemOptionProps {
  readonly item: LibraryItem
  readonly index: number
  readonly total: number
  readonly chosen: boolean
  readonly isCursor: boolean
  readonly toModelName: ToModelName
  readonly className: string
  readonly children: ReactNode
}

/** Mouse and keys are heard by the list, which reads the index. */
export function ItemOption(props: ItemOptionProps) {
  const { item, index, total, chosen, isCursor, toModelName, className, children } = props
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and tells by its active descendant where it is.
    <div
      role="option"
      id={toOptionId(item.id)}
      aria-selected={chosen}
      aria-setsize={total}
      aria-posinset={index + 1}
      data-index={index}
      data-id={item.id}
      draggable={item.media !== null && item.file !== 'missing'}
      className={joinClasses(
        'group/item',
        className,
        isCursor &&
          'group-focus-visible/items:outline-2 group-focus-visible/items:outline-accent group-focus-visible/items:outline-offset-1',
      )}
    >
      <span className="sr-only">{describeItem(item, toModelName)}</span>
      <span aria-hidden="true" className="contents">
        {children}
      </span>
    </div>
  )
}

export function toOptionId(id: string): string {
  return `item-${id}`
}
