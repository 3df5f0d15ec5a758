// Schemas to begin with. Each is written in words that both ways of sending take.
import type { JsonObject } from './schema-places'

interface SchemaTemplate {
  readonly name: string
  readonly schema: JsonObject
}

const text = (description: string) => ({ type: 'string', description })

export const schemaTemplates: readonly SchemaTemplate[] = [
  {
    name: 'List of people',
    schema: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: text('The full name'),
          role: text('What the person does or did'),
          born: { type: 'integer', description: 'The year of birth' },
          known_for: { type: 'array', items: { type: 'string' } },
        },
        required: ['name', 'role'],
      },
    },
  },
  {
    name: 'Classification',
    schema: {
      type: 'object',
      properties: {
        label: { type: 'string', enum: ['bug', 'feature request', 'question', 'praise', 'other'] },
        confidence: { type: 'number', minimum: 0, maximum: 1 },
        reason: text('One sentence'),
      },
      required: ['label', 'confidence'],
    },
  },
  {
    name: 'Invoice',
    schema: {
      type: 'object',
      properties: {
        number: { type: 'string' },
        date: text('YYYY-MM-DD'),
        seller: { type: 'object', properties: { name: { type: 'string' }, tax_id: { type: 'string' } } },
        lines: {
          type: 'array',
          minItems: 1,
          items: {
            type: 'object',
            properties: {
              description: { type: 'string' },
              quantity: { type: 'number' },
              unit_price: { type: 'number' },
            },
            required: ['description', 'quantity', 'unit_price'],
          },
        },
        currency: text('Three letters, ISO 4217'),
        total: { type: 'number' },
      },
      required: ['number', 'date', 'lines', 'total'],
    },
  },
  {
    name: 'Answer with evidence',
    schema: {
      type: 'object',
      properties: {
        answer: { type: 'string' },
        evidence: { type: 'array', items: text('A passage, word for word') },
        open_questions: { type: 'array', items: { type: 'string' } },
      },
      required: ['answer', 'evidence'],
    },
  },
  {
    name: 'Recipe',
    schema: {
      type: 'object',
      properties: {
        title: { type: 'string' },
        servings: { type: 'integer', minimum: 1 },
        ingredients: {
          type: 'array',
          items: {
            type: 'object',
            properties: { name: { type: 'string' }, amount: text('With its unit') },
            required: ['name', 'amount'],
          },
        },
        steps: { type: 'array', items: { type: 'string' } },
      },
      required: ['title', 'ingredients', 'steps'],
    },
  },
]
