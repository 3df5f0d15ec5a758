import { expect, test } from 'vitest'
import { cropToRatio, extendCanvas, fitRect, spanRect, toWhole } from './editor-state'

const wide = { width: 1600, height: 900 }

test('a crop never leaves the image, and is never empty', () => {
  expect(fitRect({ left: 1500, top: -20, width: 300, height: 0.2 }, wide)).toEqual({
    left: 1300,
    top: 0,
    width: 300,
    height: 1,
  })
})

test('a ratio gives the largest crop around the same middle', () => {
  expect(cropToRatio(toWhole(wide), 1, wide)).toEqual({ left: 350, top: 0, width: 900, height: 900 })
  expect(cropToRatio(toWhole(wide), 2, wide)).toEqual({ left: 0, top: 50, width: 1600, height: 800 })
  expect(cropToRatio({ left: 0, top: 0, width: 100, height: 100 }, 1, wide).left).toBe(0)
})

test('a crop is drawn in any direction, and stays in the image with its ratio', () => {
  expect(spanRect({ from: { x: 100, y: 100 }, to: { x: 20, y: 400 } }, wide)).toEqual({
    left: 20,
    top: 100,
    width: 80,
    height: 300,
  })
  expect(spanRect({ from: { x: 100, y: 800 }, to: { x: 1700, y: 850 }, ratio: 1 }, wide)).toEqual({
    left: 100,
    top: 800,
    width: 100,
    height: 100,
  })
})

test('an extended canvas contains the whole image where the user has put it', () => {
  const square = { ratio: 1, factor: 1, x: 0.5, y: 0.5 }
  expect(extendCanvas(wide, square)).toEqual({
    canvas: { width: 1600, height: 1600 },
    image: { left: 0, top: 350, width: 1600, height: 900 },
  })
  expect(extendCanvas(wide, { ratio: null, factor: 1.5, x: 1, y: 0 })).toEqual({
    canvas: { width: 2400, height: 1350 },
    image: { left: 800, top: 0, width: 1600, height: 900 },
  })
  const large = extendCanvas({ width: 4000, height: 4000 }, { ...square, factor: 2 })
  expect(large.canvas).toEqual({ width: 4096, height: 4096 })
  expect(large.image).toEqual({ left: 1024, top: 1024, width: 2048, height: 2048 })
})
