// The height of rows in long lists, which are positioned in pixels: it follows the font size and the density.

let scale = 1

export function setRowScale(next: number): void {
  scale = next
}

/** `pixels` at the usual font size and density. */
export function toRowHeight(pixels: number): number {
  return Math.round(pixels * scale)
}
