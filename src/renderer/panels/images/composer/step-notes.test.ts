import { expect, test } from 'vitest'
import { listUnsupported } from './step-notes'

const pro = { displayName: 'Pro', aspectRatios: ['1:1', '16:9'], imageSizes: ['1K', '2K'] }
const experimental = { displayName: 'Experimental', aspectRatios: [], imageSizes: [] }

test('names what is not sent, and what the model does not list', () => {
  const parameters = { model: 'any', aspectRatio: '7:3', imageSize: '2K' }
  expect(listUnsupported(pro, parameters)).toEqual([
    'Pro doesn’t list the aspect ratio 7:3. It may reject the request.',
  ])
  expect(listUnsupported(experimental, parameters)).toEqual([
    'Experimental has no aspect ratio setting. 7:3 isn’t sent.',
    'Experimental has no size setting. 2K isn’t sent.',
  ])
  expect(listUnsupported(experimental, { model: 'any' })).toEqual([])
})
