// Gives the focus to a control of a turn that is about to be drawn.

interface FocusWish {
  readonly turnId: string
  readonly control: string
}

let wish: FocusWish | null = null

/** The control bears its name as `data-control`. */
export function wishForFocus(turnId: string, control: string) {
  wish = { turnId, control }
}

/** Called once the turn's controls are drawn; whoever has the focus by then keeps it. */
export function followFocusWish(turnId: string, controls: HTMLElement | null) {
  if (wish?.turnId !== turnId || !controls) return
  const control = controls.querySelector<HTMLElement>(`[data-control="${wish.control}"]`)
  wish = null
  if (document.activeElement === document.body) control?.focus()
}
