// An aspect ratio as a shape.

/** The sides of a rectangle of this ratio within a square box. */
export function drawRatio(ratio: string, box: number): { width: number; height: number } {
  const [width = 1, height = 1] = ratio.split(':').map(Number)
  const scale = box / Math.max(width, height)
  // Thinner than this it would be a line.
  const side = (length: number) => Math.max(3, Math.round(length * scale))
  return { width: side(width), height: side(height) }
}
