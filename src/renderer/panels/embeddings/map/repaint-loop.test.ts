// The picture of the points: painted one at a time, always of the latest request, never of previous points.
import { expect, test } from 'vitest'
import type { Frame } from './paint-worker'
import { createRepaintLoop } from './repaint-loop'

const stage = { width: 10, height: 10 }
const frameAt = (x: number): Frame => ({ viewport: { scale: 1, x, y: 0 }, stage, density: 1, radius: 2 })

/** Pictures come when they are let; each knows whether it was closed. */
function openPaintings() {
  const asked: { x: number; come: () => Promise<void>; isClosed: () => boolean }[] = []
  const paint = ({ viewport }: Frame) =>
    new Promise<ImageBitmap>((resolve) => {
      let closed = false
      // All that is done with a bitmap here is closing it.
      const bitmap = {
        close: () => {
          closed = true
        },
      } as ImageBitmap
      const come = async () => {
        resolve(bitmap)
        await Promise.resolve()
        await Promise.resolve()
      }
      asked.push({ x: viewport.x, come, isClosed: () => closed })
    })
  let told = 0
  const repaintLoop = createRepaintLoop(paint, () => {
    told += 1
  })
  return { asked, repaintLoop, told: () => told }
}

test('while one is being painted only the latest request waits, and nothing is painted twice', async () => {
  const { asked, repaintLoop, told } = openPaintings()
  repaintLoop.renew()
  repaintLoop.paint(frameAt(1))
  repaintLoop.renew()
  repaintLoop.paint(frameAt(2))
  repaintLoop.renew()
  repaintLoop.paint(frameAt(3))
  await asked[0]!.come()
  repaintLoop.paint(frameAt(3))
  await asked[1]!.come()
  repaintLoop.paint(frameAt(3))
  expect(asked.map(({ x, isClosed }) => [x, isClosed()])).toEqual([
    [1, true],
    [3, false],
  ])
  expect([told(), repaintLoop.painted()?.viewport.x]).toEqual([2, 3])
})

test('a picture of previous points is not shown', async () => {
  const { asked, repaintLoop } = openPaintings()
  repaintLoop.renew()
  repaintLoop.paint(frameAt(1))
  repaintLoop.forget()
  await asked[0]!.come()
  expect([repaintLoop.painted(), asked[0]!.isClosed()]).toEqual([null, true])
  repaintLoop.paint(frameAt(2))
  await asked[1]!.come()
  expect(repaintLoop.painted()?.viewport.x).toBe(2)
})

test('closing releases the picture', async () => {
  const { asked, repaintLoop, told } = openPaintings()
  repaintLoop.renew()
  repaintLoop.paint(frameAt(1))
  repaintLoop.close()
  await asked[0]!.come()
  expect([asked[0]!.isClosed(), repaintLoop.painted(), told()]).toEqual([true, null, 0])
})
