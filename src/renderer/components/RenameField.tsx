// Where the name of a thing in a list is changed, in its place.
import { type KeyboardEvent, useState } from 'react'

interface RenameFieldProps {
  readonly label: string
  readonly name: string
  readonly onRename: (name: string) => void
  /** By a key the focus goes back to the row; otherwise it is elsewhere already. */
  readonly onDone: (byKey: boolean) => void
}

export function RenameField({ label, name, onRename, onDone }: RenameFieldProps) {
  const [typed, setTyped] = useState(name)
  const save = (byKey: boolean) => {
    onDone(byKey)
    const wished = typed.trim()
    if (wished && wished !== name) onRename(wished)
  }
  const pressKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    // The keys of the list are not those of the text; and Escape must not stop an answer.
    event.stopPropagation()
    if (event.key === 'Enter') {
      // Else the same key would press the row, which has the focus by then.
      event.preventDefault()
      save(true)
    }
    if (event.key === 'Escape') onDone(true)
  }
  return (
    <input
      ref={(input) => input?.focus()}
      aria-label={label}
      data-own-escape
      maxLength={200}
      value={typed}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => save(false)}
      onKeyDown={pressKey}
      className="h-8 w-full rounded-md border border-accent bg-raised px-2 outline-none"
    />
  )
}
