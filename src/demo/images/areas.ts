// Edits of a part of a picture: an area painted magenta, and a plain gray border around it.
import { createYield, type YieldToEventLoop } from '../pace'
import { cover } from './edits'
import type { Pixels } from './pixels'

interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const [magenta, gray] = [
  [255, 0, 255],
  [128, 128, 128],
] as const
/** Per channel, because the edges of a brush are smooth. */
const tolerance = 100

/** The instruction without the sentence that describes the painted area; undefined if it has none. */
export function readMarkedInstruction(instruction: string): string | undefined {
  return /\bpainted magenta\b[^:]*:?(.*)$/is.exec(instruction)?.[1]?.trim()
}

/** The instruction without the sentence that describes the border; undefined if it has none. */
export function readBorderInstruction(instruction: string): string | undefined {
  return /\bgray border\b[^:]*:?(.*)$/is.exec(instruction)?.[1]?.trim()
}

function isMagenta({ bytes }: Pixels, at: number): boolean {
  return magenta.every((channel, index) => Math.abs((bytes[at + index] ?? 0) - channel) <= tolerance)
}

function isGray({ bytes }: Pixels, at: number): boolean {
  return gray.every((channel, index) => Math.abs((bytes[at + index] ?? 0) - channel) <= 2)
}

/** The smallest box around the painted pixels; undefined if none is painted. */
export async function findMarkedArea(
  marked: Pixels,
  maybeYield: YieldToEventLoop,
): Promise<Area | undefined> {
  return boundPixels(marked, (at) => isMagenta(marked, at), maybeYield)
}

/** The smallest box around everything that is not gray; undefined if everything is. */
export async function findContent(pixels: Pixels, maybeYield: YieldToEventLoop): Promise<Area | undefined> {
  return boundPixels(pixels, (at) => !isGray(pixels, at), maybeYield)
}

async function boundPixels(
  { width, height }: Pixels,
  isInside: (at: number) => boolean,
  maybeYield: YieldToEventLoop,
): Promise<Area | undefined> {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y += 1) {
    if ((y & 31) === 0) await maybeYield()
    for (let x = 0; x < width; x += 1) {
      if (!isInside((y * width + x) * 4)) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  }
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/** Edits the box around the painted pixels, and changes only these. */
export async function editMarked(
  { base, marked }: { readonly base: Pixels; readonly marked: Pixels },
  area: Area,
  edit: (part: Pixels) => Promise<Pixels>,
): Promise<Pixels> {
  const maybeYield = createYield()
  const edited = await edit(await copyArea(base, area, maybeYield))
  const part = await cover(area.width, area.height)(edited, maybeYield)
  const bytes = new Uint8ClampedArray(base.bytes)
  for (let y = 0; y < area.height; y += 1) {
    if ((y & 31) === 0) await maybeYield()
    for (let x = 0; x < area.width; x += 1) {
      const at = ((area.top + y) * base.width + area.left + x) * 4
      if (!isMagenta(marked, at)) continue
      const from = (y * area.width + x) * 4
      bytes.set(part.bytes.subarray(from, from + 4), at)
    }
  }
  return { ...base, bytes }
}

async function copyArea(from: Pixels, area: Area, maybeYield: YieldToEventLoop): Promise<Pixels> {
  const bytes = new Uint8ClampedArray(area.width * area.height * 4)
  for (let y = 0; y < area.height; y += 1) {
    if ((y & 31) === 0) await maybeYield()
    const at = ((area.top + y) * from.width + area.left) * 4
    bytes.set(from.bytes.subarray(at, at + area.width * 4), y * area.width * 4)
  }
  return { width: area.width, height: area.height, bytes }
}

/** Continues the content into the border by mirroring it. */
export async function fillBorder(pixels: Pixels, content: Area): Promise<Pixels> {
  const maybeYield = createYield()
  const { width, height } = pixels
  const source = new Uint32Array(pixels.bytes.slice().buffer)
  const target = new Uint32Array(width * height)
  const columns = Array.from(
    { length: width },
    (_, x) => content.left + reflect(x - content.left, content.width),
  )
  for (let y = 0; y < height; y += 1) {
    if ((y & 31) === 0) await maybeYield()
    const row = (content.top + reflect(y - content.top, content.height)) * width
    for (const [x, from] of columns.entries()) target[y * width + x] = source[row + from] ?? 0
  }
  return { width, height, bytes: new Uint8ClampedArray(target.buffer) }
}

/** `0 1 2 1 0 1 2` for a length of 3, in both directions. */
function reflect(position: number, length: number): number {
  if (length === 1) return 0
  const period = 2 * (length - 1)
  const at = ((position % period) + period) % period
  return at < length ? at : period - at
}
