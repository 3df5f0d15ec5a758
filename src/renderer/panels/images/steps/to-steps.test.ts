// A drawing's branch as its steps.
import { expect, test } from 'vitest'
import { toSteps } from './to-steps'

test('each step has its variations in the order they were asked for, and the one that the branch goes through', () => {
  const branch = ['p1', 'a2', 'p2', 'b1']
  const alternates = { a2: ['a1', 'a2', 'a3'], p2: ['p2', 'p3'] }
  expect(toSteps({ branch, alternates })).toEqual([
    { promptId: 'p1', number: 1, variations: ['a1', 'a2', 'a3'], chosen: 'a2', ways: [] },
    { promptId: 'p2', number: 2, variations: ['b1'], chosen: 'b1', ways: ['p2', 'p3'] },
  ])
})

test('an instruction whose pictures were all deleted stays a step', () => {
  expect(toSteps({ branch: ['p1'], alternates: {} })).toEqual([
    { promptId: 'p1', number: 1, variations: [], chosen: null, ways: [] },
  ])
  expect(toSteps({ branch: [], alternates: {} })).toEqual([])
})
