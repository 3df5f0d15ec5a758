// Edits a given picture, or puts several together.
import { createBreath } from '../pace'
import { type Addition, drawOver, readAdditions } from './additions'
import { changeContrast, cover, tint } from './edits'
import type { Pixels } from './pixels'
import type { NamedEdit } from './read-instruction'

interface Editing {
  readonly edits: readonly NamedEdit[]
  readonly additions: readonly Addition[]
  readonly instruction: string
  /** Asked for by imageConfig; else the picture keeps its size. */
  readonly size: { readonly width: number; readonly height: number } | undefined
  readonly signal: AbortSignal
}

export async function editImage(
  pixels: Pixels,
  { edits, additions, instruction, size, signal }: Editing,
): Promise<Pixels> {
  const breathe = createBreath()
  let current = size ? await cover(size.width, size.height)(pixels, breathe) : pixels
  if (edits.length === 0 && additions.length === 0) {
    current = await changeContrast(1.12)(await tint([240, 170, 110], 0.22)(current, breathe), breathe)
    return drawOver(current, readAdditions('add a frame'), { instruction, signal })
  }
  for (const { edit } of edits) {
    await breathe()
    if (signal.aborted) return current
    current = await edit(current, breathe)
  }
  return additions.length > 0 ? drawOver(current, additions, { instruction, signal }) : current
}

interface Composition {
  readonly size: { readonly width: number; readonly height: number } | undefined
  readonly instruction: string
  readonly signal: AbortSignal
}

/** Side by side in a grid, on the first picture's size, a thin gap between. */
export async function putTogether(
  pictures: readonly Pixels[],
  { size, instruction, signal }: Composition,
): Promise<Pixels> {
  const breathe = createBreath()
  const { width, height } = size ?? pictures[0] ?? { width: 1024, height: 1024 }
  const columns =
    width >= height ? Math.ceil(Math.sqrt(pictures.length)) : Math.floor(Math.sqrt(pictures.length)) || 1
  const rows = Math.ceil(pictures.length / columns)
  const gap = Math.max(1, Math.round(Math.min(width, height) / 80))
  const sheet: Pixels = { width, height, bytes: new Uint8ClampedArray(width * height * 4).fill(255) }
  for (const [index, picture] of pictures.entries()) {
    const row = Math.floor(index / columns)
    const inRow = row === rows - 1 ? pictures.length - columns * row : columns
    const cell = {
      width: Math.floor((width - gap * (inRow - 1)) / inRow),
      height: Math.floor((height - gap * (rows - 1)) / rows),
    }
    if (cell.width < 1 || cell.height < 1) continue
    const fitted = await cover(cell.width, cell.height)(picture, breathe)
    paste(sheet, fitted, {
      left: (index - row * columns) * (cell.width + gap),
      top: row * (cell.height + gap),
    })
    await breathe()
    if (signal.aborted) return sheet
  }
  const additions = readAdditions(instruction)
  return additions.length > 0 ? drawOver(sheet, additions, { instruction, signal }) : sheet
}

function paste(sheet: Pixels, picture: Pixels, { left, top }: { left: number; top: number }): void {
  for (let row = 0; row < picture.height; row += 1) {
    const from = row * picture.width * 4
    sheet.bytes.set(
      picture.bytes.subarray(from, from + picture.width * 4),
      ((top + row) * sheet.width + left) * 4,
    )
  }
}
