// Sizes of images: OpenAI's API has pixels, Google's API has tiers such as `2K`.

/** The smallest tier that is not smaller than `1024x1536`, or the largest. Undefined for anything but pixels. */
export function toImageTier(size: string, tiers: readonly string[]): string | undefined {
  const pixels = readPixels(size)
  if (!pixels) return undefined
  const side = Math.sqrt(pixels.width * pixels.height)
  return tiers.find((tier) => 1024 * Number.parseInt(tier, 10) >= side) ?? tiers.at(-1)
}

/** `1024x1536`; undefined for anything else. */
export function readPixels(size: string): { readonly width: number; readonly height: number } | undefined {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(size) ?? []
  const pixels = { width: Number(width), height: Number(height) }
  return pixels.width > 0 && pixels.height > 0 ? pixels : undefined
}
