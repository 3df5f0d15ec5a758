// Schemas from examples.
import { expect, test } from 'vitest'
import { inferSchema } from './infer-schema'

test('nested objects, with what every member of a list has as required', () => {
  const example = {
    name: 'Ada',
    born: 1815,
    weight: 61.5,
    languages: [],
    works: [
      { title: 'Notes', pages: 66, price: 3 },
      { title: 'Letters', price: 2.5, note: null },
    ],
  }
  expect(inferSchema(example, 'responseSchema')).toEqual({
    type: 'object',
    properties: {
      name: { type: 'string' },
      born: { type: 'integer' },
      weight: { type: 'number' },
      languages: { type: 'array', items: { type: 'string' } },
      works: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            title: { type: 'string' },
            pages: { type: 'integer' },
            price: { type: 'number' },
            note: { type: 'null' },
          },
          required: ['title', 'price'],
        },
      },
    },
    required: ['name', 'born', 'weight', 'languages', 'works'],
  })
})

test('null beside something else is said as each form says it', () => {
  const example = [{ a: null }, { a: 1 }]
  expect([inferSchema(example, 'responseSchema'), inferSchema(example, 'responseJsonSchema')]).toEqual([
    {
      type: 'array',
      items: { type: 'object', properties: { a: { type: 'integer', nullable: true } }, required: ['a'] },
    },
    {
      type: 'array',
      items: { type: 'object', properties: { a: { type: ['integer', 'null'] } }, required: ['a'] },
    },
  ])
})

test('a list of several kinds allows each of them, and numbers are one kind', () => {
  const example = ['a', 1, 1.5, true, [2], { b: null }, null]
  expect(inferSchema(example, 'responseJsonSchema')).toEqual({
    type: 'array',
    items: {
      anyOf: [
        { type: 'string' },
        { type: 'number' },
        { type: 'boolean' },
        { type: 'array', items: { type: 'integer' } },
        { type: 'object', properties: { b: { type: 'null' } }, required: ['b'] },
        { type: 'null' },
      ],
    },
  })
})

test('members may bear any name', () => {
  const example: unknown = JSON.parse('{"__proto__": 1, "constructor": "x"}')
  expect(JSON.stringify(inferSchema(example, 'responseSchema'))).toBe(
    '{"type":"object","properties":{"__proto__":{"type":"integer"},"constructor":{"type":"string"}},"required":["__proto__","constructor"]}',
  )
})
