// The printed names of keys.

const isMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.platform)

const names: Readonly<Record<string, string>> = {
  mod: isMac ? '⌘' : 'Ctrl',
  shift: isMac ? '⇧' : 'Shift',
  alt: isMac ? '⌥' : 'Alt',
  enter: 'Enter',
  escape: 'Esc',
  delete: 'Delete',
  space: 'Space',
}

/** `mod+k` becomes `['Ctrl', 'K']`. */
export function toKeyNames(keys: string): string[] {
  return keys.split('+').map((key) => names[key] ?? key.toUpperCase())
}
