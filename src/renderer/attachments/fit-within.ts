// Sizes of pictures.

export interface Size {
  readonly width: number
  readonly height: number
}

/** The longest side is `longest` pixels at the most; smaller pictures stay as they are. */
export function fitWithin({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
