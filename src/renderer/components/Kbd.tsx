// A key or a key combination, as printed on the keys.

const isMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.platform)

const names: Readonly<Record<string, string>> = {
  mod: isMac ? '⌘' : 'Ctrl',
  shift: isMac ? '⇧' : 'Shift',
  alt: isMac ? '⌥' : 'Alt',
  ctrl: '⌃',
  enter: 'Enter',
  escape: 'Esc',
  delete: 'Delete',
  backspace: isMac ? '⌫' : 'Backspace',
  insert: 'Insert',
  space: 'Space',
  tab: 'Tab',
  home: 'Home',
  end: 'End',
  pageup: 'Page Up',
  pagedown: 'Page Down',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  '-': '−',
}

/** `mod+k` becomes `['Ctrl', 'K']`. */
export function toKeyNames(keys: string): string[] {
  // The key itself can be a plus sign.
  const [, held = '', key = ''] = /^(.*\+)?(.+)$/.exec(keys) ?? []
  return [...held.split('+').filter(Boolean), key].map((part) => names[part] ?? part.toUpperCase())
}

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
