// What the application does before its window can be used: main puts it into the address of the start page.

export type StartState =
  /** Another program has locked this file. */
  | { readonly type: 'locked'; readonly file: string }
  /** Data of an earlier version are copied, then changed; from 0 to 1. */
  | { readonly type: 'copying'; readonly progress: number }
  | { readonly type: 'updating'; readonly step: number; readonly total: number }
