// A key or a combination of keys, as printed on them.
import { toKeyNames } from './key-names'

/** `keys` like `mod+shift+k`; `mod` is Command on a Mac, Control elsewhere. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <kbd className="inline-flex gap-1 font-sans text-xs">
      {toKeyNames(keys).map((name) => (
        <span
          key={name}
          className="inline-flex min-w-4 justify-center rounded-sm border border-line bg-sunken px-1 text-soft leading-4"
        >
          {name}
        </span>
      ))}
    </kbd>
  )
}
