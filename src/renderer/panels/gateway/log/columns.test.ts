// The columns of the request log in windows of any width, and the parts of a path.
import { expect, test } from 'vitest'
import { fitColumns, logColumns, measureColumns, splitPath } from './columns'

test('columns that fit never make the list wider than it is', () => {
  for (const width of [320, 600, 800, 1100, 1500, 2400]) {
    const keys = fitColumns(width, {})
    const columns = logColumns.filter(({ key }) => keys.includes(key))
    if (columns.length > 1) expect(measureColumns(columns, {})).toBeLessThanOrEqual(width)
  }
  expect(fitColumns(100, {})).toEqual(['path'])
  expect(fitColumns(800, {})).toEqual(['startedAt', 'status', 'endpoint', 'path', 'total'])
  expect(fitColumns(3000, {})).toHaveLength(logColumns.length)
})

test('the end of a path is its verb, or its last segment', () => {
  expect(splitPath('/v1beta/models/gen-2.5-pro:streamGenerateContent')).toEqual([
    '/v1beta/models/gen-2.5-pro',
    ':streamGenerateContent',
  ])
  expect(splitPath('/v1beta/models')).toEqual(['/v1beta', '/models'])
  // A colon in an earlier segment is no verb.
  expect(splitPath('/a:b/c')).toEqual(['/a:b', '/c'])
  // The ID of a video operation has hundreds of characters.
  const operation = `/v1beta/operations/${'x'.repeat(900)}`
  expect(splitPath(operation)).toEqual([operation, ''])
  expect(splitPath('*')).toEqual(['', '*'])
})
