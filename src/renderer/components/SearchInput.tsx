// Where words are typed to search for.
import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { joinClasses } from './join-classes'
import { TextInput } from './TextInput'

/** `className` is the field's own; it takes the width that it is given. */
export function SearchInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <div className="relative min-w-0 flex-1">
      <Search
        size={14}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-faint"
      />
      <TextInput type="search" className={joinClasses('pl-7.5', className)} {...rest} />
    </div>
  )
}
