// The picture of the points: one at a time, always of the newest wish, never of points that are gone.
import { expect, test } from 'vitest'
import type { Frame } from './paint-worker'
import { createRepainting } from './repainting'

const stage = { width: 10, height: 10 }
const frameAt = (x: number): Frame => ({ outlook: { scale: 1, x, y: 0 }, stage, density: 1, radius: 2 })

/** Pictures come when they are let; each knows whether it was closed. */
function openPaintings() {
  const asked: { x: number; come: () => Promise<void>; isClosed: () => boolean }[] = []
  const paint = ({ outlook }: Frame) =>
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
      asked.push({ x: outlook.x, come, isClosed: () => closed })
    })
  let told = 0
  const repainting = createRepainting({ paint }, () => {
    told += 1
  })
  return { asked, repainting, told: () => told }
}

test('while one is under way only the newest wish waits, and nothing is painted twice', async () => {
  const { asked, repainting, told } = openPaintings()
  repainting.renew()
  repainting.paint(frameAt(1))
  repainting.renew()
  repainting.paint(frameAt(2))
  repainting.renew()
  repainting.paint(frameAt(3))
  await asked[0]!.come()
  repainting.paint(frameAt(3))
  await asked[1]!.come()
  repainting.paint(frameAt(3))
  expect(asked.map(({ x, isClosed }) => [x, isClosed()])).toEqual([
    [1, true],
    [3, false],
  ])
  expect([told(), repainting.painted()?.outlook.x]).toEqual([2, 3])
})

test('a picture of points that are gone is not shown', async () => {
  const { asked, repainting } = openPaintings()
  repainting.renew()
  repainting.paint(frameAt(1))
  repainting.forget()
  await asked[0]!.come()
  expect([repainting.painted(), asked[0]!.isClosed()]).toEqual([null, true])
  repainting.paint(frameAt(2))
  await asked[1]!.come()
  expect(repainting.painted()?.outlook.x).toBe(2)
})

test('nothing is held once it is closed', async () => {
  const { asked, repainting, told } = openPaintings()
  repainting.renew()
  repainting.paint(frameAt(1))
  repainting.close()
  await asked[0]!.come()
  expect([asked[0]!.isClosed(), repainting.painted(), told()]).toEqual([true, null, 0])
})
