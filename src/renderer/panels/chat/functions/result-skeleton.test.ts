// The shapes that results begin with.
import { expect, test } from 'vitest'
import { toSkeleton } from './result-skeleton'

const answering = (response: object) => toSkeleton({ name: 'f', response })

test('a declaration that promises nothing gets the usual form', () => {
  expect([toSkeleton(undefined), toSkeleton({ name: 'f' })]).toEqual([{ output: null }, { output: null }])
})

test('an object is laid out with all its properties, in either spelling of the types', () => {
  const inner = { type: 'array', items: { type: ['null', 'string'] } }
  expect(
    answering({
      type: 'OBJECT',
      properties: {
        temperature: { type: 'NUMBER' },
        unit: { enum: ['C', 'F'] },
        sunny: { type: 'BOOLEAN' },
        days: inner,
        note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        station: { properties: { id: { type: 'integer', example: 7 } } },
      },
    }),
  ).toEqual({ temperature: 0, unit: 'C', sunny: false, days: [''], note: '', station: { id: 7 } })
})

test('what is no object stands under output', () => {
  expect(answering({ type: 'array', items: { type: 'integer' } })).toEqual({ output: [0] })
})

test('a schema that refers to itself comes to an end', () => {
  const node: Record<string, unknown> = { type: 'object' }
  node.properties = { next: node }
  expect(JSON.stringify(answering(node)).length).toBeLessThan(200)
})
