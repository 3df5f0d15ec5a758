// The repaint loop paints one picture at a time, for the latest request, and never for previous points.
import { expect, test } from 'vitest'
import type { Frame } from './paint-worker'
import { createRepaintLoop } from './repaint-loop'

const stage = { width: 10, height: 10 }
const frameAt = (x: number): Frame => ({ viewport: { scale: 1, x, y: 0 }, stage, density: 1, radius: 2 })

/** A loop whose pictures are painted when the test calls `respond`. */
function openTestLoop() {
  const requests: { x: number; respond: () => Promise<void>; isClosed: () => boolean }[] = []
  const paint = ({ viewport }: Frame) =>
    new Promise<ImageBitmap>((resolve) => {
      let closed = false
      // The loop only closes the bitmap.
      const bitmap = {
        close: () => {
          closed = true
        },
      } as ImageBitmap
      const respond = async () => {
        resolve(bitmap)
        await Promise.resolve()
        await Promise.resolve()
      }
      requests.push({ x: viewport.x, respond, isClosed: () => closed })
    })
  let paintedCount = 0
  const repaintLoop = createRepaintLoop(paint, () => {
    paintedCount += 1
  })
  return { requests, repaintLoop, paintedCount: () => paintedCount }
}

test('a picture of previous points is not shown', async () => {
  const { requests, repaintLoop } = openTestLoop()
  repaintLoop.invalidate()
  repaintLoop.paint(frameAt(1))
  repaintLoop.reset()
  await requests[0]!.respond()
  expect([repaintLoop.painted(), requests[0]!.isClosed()]).toEqual([null, true])
  repaintLoop.paint(frameAt(2))
  await requests[1]!.respond()
  expect(repaintLoop.painted()?.viewport.x).toBe(2)
})
