// Renders `resources/icon.svg` in all sizes and containers that packages need: `npm run screenshots -- --only icons`.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../src/dev/paths.mjs'
import { test } from '../page-test'

const sizes = [16, 24, 32, 48, 64, 96, 128, 256, 512, 1024]
/** Sizes in Windows' file. */
const icoSizes = [16, 24, 32, 48, 64, 128, 256]
/** Sizes in macOS' file, by the type of their entry; some types are for high-resolution screens. */
const icnsSizes = {
  icp4: 16,
  icp5: 32,
  ic11: 32,
  ic12: 64,
  ic07: 128,
  ic13: 256,
  ic08: 256,
  ic14: 512,
  ic09: 512,
  ic10: 1024,
}

const folder = join(root, 'resources')

// Only by name, because the icons are in the repository.
if (process.env.SCREENSHOTS_ONLY === 'icons')
  test('icons', async ({ application }) => {
    const svg = await readFile(join(folder, 'icon.svg'), 'utf8')
    const images = new Map<number, Buffer>()
    for (const size of sizes)
      images.set(size, Buffer.from(await application.page.evaluate(renderSvg, { svg, size }), 'base64'))
    const read = (size: number) => images.get(size) ?? Buffer.alloc(0)
    await mkdir(join(folder, 'icons'), { recursive: true })
    for (const [size, image] of images) await writeFile(join(folder, 'icons', `${size}x${size}.png`), image)
    await writeFile(join(folder, 'icon.ico'), toIco(icoSizes.map((size) => ({ size, image: read(size) }))))
    const entries = Object.entries(icnsSizes).map(([type, size]) => ({ type, image: read(size) }))
    await writeFile(join(folder, 'icon.icns'), toIcns(entries))
  })

/** Runs in the page. */
async function renderSvg({ svg, size }: { svg: string; size: number }): Promise<string> {
  const image = new Image()
  image.src = `data:image/svg+xml;base64,${btoa(svg)}`
  await image.decode()
  const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size })
  canvas.getContext('2d')?.drawImage(image, 0, 0, size, size)
  return canvas.toDataURL('image/png').replace(/^.*,/, '')
}

/** A directory of 16 bytes an image, then the images as PNG. */
function toIco(images: { size: number; image: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * images.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(images.length, 4)
  let offset = header.length
  for (const [index, { size, image }] of images.entries()) {
    const at = 6 + 16 * index
    // 0 means 256 pixels.
    header.writeUInt8(size % 256, at)
    header.writeUInt8(size % 256, at + 1)
    header.writeUInt16LE(1, at + 4)
    header.writeUInt16LE(32, at + 6)
    header.writeUInt32LE(image.length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += image.length
  }
  return Buffer.concat([header, ...images.map(({ image }) => image)])
}

/** Entries of a type, their length with these eight bytes, and a PNG. */
function toIcns(images: { type: string; image: Buffer }[]): Buffer {
  const toEntry = (type: string, content: Buffer) => {
    const header = Buffer.alloc(8)
    header.write(type, 'latin1')
    header.writeUInt32BE(8 + content.length, 4)
    return Buffer.concat([header, content])
  }
  return toEntry('icns', Buffer.concat(images.map(({ type, image }) => toEntry(type, image))))
}
