// Keys and key combinations: their notation, which of them a key press is, and how the native menu writes them.

/**
 * `mod+shift+e`: modifiers in the order mod, ctrl, alt, shift, then a key in lower case. `mod` is Command on a Mac and
 * Control elsewhere; `ctrl` is the Control key of a Mac. The key is a character that the press types, or the name of
 * `KeyboardEvent.key`, such as `escape`, `arrowup` and `f2`; the space bar is `space`.
 */
export type Keys = string

const modifiers = ['mod', 'ctrl', 'alt', 'shift'] as const
type Modifier = (typeof modifiers)[number]

interface ParsedKeys {
  readonly modifiers: ReadonlySet<Modifier>
  readonly key: string
}

const namedKey =
  /^(f([1-9]|1\d|2[0-4])|enter|escape|tab|space|backspace|delete|insert|home|end|pageup|pagedown|arrow(up|down|left|right))$/

/** Undefined unless it is a key with modifiers in this notation. */
export function parseKeys(keys: Keys): ParsedKeys | undefined {
  // The key itself can be a plus sign.
  const [, held = '', key = ''] = /^(.*\+)?(.+)$/.exec(keys) ?? []
  const found = held.split('+').slice(0, -1)
  const isKey = [...key].length === 1 ? key.trim() !== '' && key === key.toLowerCase() : namedKey.test(key)
  const ordered = modifiers.filter((modifier) => found.includes(modifier))
  if (!isKey || ordered.join() !== found.join()) return undefined
  return { modifiers: new Set(ordered), key }
}

/** The part of a `KeyboardEvent` that matters here. */
export interface KeyPress {
  readonly key: string
  readonly code?: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly isComposing?: boolean
  readonly keyCode?: number
  getModifierState?(key: string): boolean
}

const modifierKeys = [
  'Control',
  'Shift',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
  'Fn',
  'Dead',
  'Unidentified',
  '',
]

/**
 * The combinations that a press can mean, the likeliest first: by the character that it types, and by the position of
 * the key where the keyboard types no Latin character there. Empty for a modifier alone and for text composition.
 */
export function readKeys(press: KeyPress, isMac: boolean): Keys[] {
  // Some input methods report that they are composing only by the key code 229.
  if (press.isComposing || press.keyCode === 229 || isAltGraph(press, isMac)) return []
  const mod = isMac ? press.metaKey : press.ctrlKey
  const held = [
    mod && 'mod',
    isMac && press.ctrlKey && 'ctrl',
    press.altKey && 'alt',
    press.shiftKey && 'shift',
  ].filter((modifier) => typeof modifier === 'string')
  // The Windows key belongs to the system.
  if (!isMac && press.metaKey) return []
  const key = press.key === ' ' ? 'space' : press.key.toLowerCase()
  const isCharacter = [...key].length === 1
  const isLetter = isCharacter && key !== key.toUpperCase()
  // The shift key is part of a character such as “?”, which other keyboards type without it.
  const typed = isCharacter && !isLetter ? held.filter((modifier) => modifier !== 'shift') : held
  const byCharacter = modifierKeys.includes(press.key) ? [] : [[...typed, key].join('+')]
  const position = readPosition(press.code)
  const hasModifier = mod || press.altKey || (isMac && press.ctrlKey)
  const isLatin = /^[a-z0-9]$/.test(key)
  // Without a modifier, a press types its character: only a letter of another alphabet is read as a Latin one.
  const canBePosition = isCharacter && !isLatin && (hasModifier || (isLetter && /[a-z]/.test(position ?? '')))
  const isDead = press.key === 'Dead' && hasModifier
  return position && (canBePosition || isDead) ? [...byCharacter, [...held, position].join('+')] : byCharacter
}

/** AltGr types characters; Windows reports it as Control and Alt. */
function isAltGraph(press: KeyPress, isMac: boolean): boolean {
  return !isMac && press.ctrlKey && press.altKey && (press.getModifierState?.('AltGraph') ?? false)
}

/** `KeyK` is `k`, `Digit1` is `1`: where a US keyboard has them. */
function readPosition(code = ''): string | undefined {
  return /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1]?.toLowerCase()
}

/** Whether a text field needs the press for itself. Escape and the function keys type nothing. */
export function isTyping(keys: Keys): boolean {
  const parsed = parseKeys(keys)
  if (!parsed || parsed.modifiers.has('mod') || parsed.modifiers.has('ctrl')) return false
  return parsed.key !== 'escape' && !/^f\d+$/.test(parsed.key)
}

/** Pressed without Control, Command and Alt, and so easily by accident. */
export function isBare(keys: Keys): boolean {
  const parsed = parseKeys(keys)
  return parsed !== undefined && [...parsed.modifiers].every((modifier) => modifier === 'shift')
}

const acceleratorNames: Readonly<Record<string, string>> = {
  mod: 'CommandOrControl',
  ctrl: 'Control',
  alt: 'Alt',
  shift: 'Shift',
  '+': 'Plus',
  enter: 'Return',
  arrowup: 'Up',
  arrowdown: 'Down',
  arrowleft: 'Left',
  arrowright: 'Right',
  pageup: 'PageUp',
  pagedown: 'PageDown',
}

/** As Electron's menus expect them. Undefined for characters that they do not know. */
export function toAccelerator(keys: Keys): string | undefined {
  const parsed = parseKeys(keys)
  if (!parsed || ([...parsed.key].length === 1 && !/^[\x21-\x7e]$/.test(parsed.key))) return undefined
  return [...parsed.modifiers, parsed.key]
    .map((part) => acceleratorNames[part] ?? part.charAt(0).toUpperCase() + part.slice(1))
    .join('+')
}
