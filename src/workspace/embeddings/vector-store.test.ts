// Vectors by key, several in the requested order.
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../database/connection'
import { migrations } from '../database/schema'
import { createVectorStore } from './vector-store'

const keyOf = (name: string) => new TextEncoder().encode(name)

test('returns several vectors in the order of their keys, without unknown ones', () => {
  const connection = connect(':memory:')
  onTestFinished(() => connection.close())
  for (const step of migrations) connection.exec(step)
  const store = createVectorStore(connection, () => 0)
  for (const [at, name] of ['a', 'b', 'c', 'd'].entries()) store.save(keyOf(name), Float32Array.of(at, 0.5))
  const found = store.findBytes(['d', 'a', 'x', 'c', 'b'].map(keyOf))
  expect(found.map((bytes) => [...new Float32Array(bytes.slice().buffer)])).toEqual(
    [3, 0, 2, 1].map((first) => [first, 0.5]),
  )
})
