// The definition of a command: its title, area, keys, and where it is shown and runs.
import type { PanelId } from '../desktop/panel-ids'
import type { Keys } from './keys'

export const commandAreas = [
  'General',
  'Go to',
  'Window',
  'Lists',
  'Chat',
  'Images',
  'Video',
  'Transcribe',
  'Embeddings',
  'Library',
  'Gateway',
] as const
export type CommandArea = (typeof commandAreas)[number]

export type MenuName = 'File' | 'Edit' | 'View' | 'Go' | 'Help'

export interface CommandDefinition {
  /** As in menus; with “…” if it asks for more. */
  readonly title: string
  readonly area: CommandArea
  /** The default keys, of which the first is shown. */
  readonly keys?: readonly Keys[]
  /** Instead of `keys`, on a Mac. */
  readonly macKeys?: readonly Keys[]
  /** The panels in which its keys work; all if absent. */
  readonly panels?: readonly PanelId[]
  /**
   * `focus`: by the focused element, with these keys; the palette offers it for what is selected. `component`: by a
   * component of its panel, while that is open. `main`: by the main process, also while the page isn't open.
   * `page` if absent.
   */
  readonly runs?: 'focus' | 'component' | 'main'
  /** The element whose focus it needs: keys of two of them can be the same. */
  readonly focus?: 'list' | 'image' | 'prompt'
  /** Its place in the application menu: sections are separated. */
  readonly menu?: readonly [MenuName, section: number]
  /** On or off, which menus show with a check mark. */
  readonly checks?: true
  /** Text fields do this themselves, with the same keys. */
  readonly outsideText?: true
  /** Deletes something: no key that types a character may run it. */
  readonly deletes?: true
  /** Runs again while its keys are held down. */
  readonly repeats?: true
  /** Other words for which the palette finds it. */
  readonly words?: string
}
