// Function declarations and schemas to start with.
import type { FunctionDeclaration } from '#shared/schemas/chat-parameters'
import type { JsonObject } from './schema/json-schema'

interface DeclarationTemplate {
  readonly name: string
  readonly declaration: FunctionDeclaration
  readonly mock: JsonObject
}

export const declarationTemplates: readonly DeclarationTemplate[] = [
  {
    name: 'Weather',
    declaration: {
      name: 'get_weather',
      description: 'Tells the current weather of a place.',
      parameters: {
        type: 'object',
        properties: {
          city: { type: 'string', description: 'The place, as people call it: Lisbon, Portugal' },
          unit: { type: 'string', enum: ['celsius', 'fahrenheit'] },
        },
        required: ['city'],
      },
    },
    mock: { temperature: 21, unit: 'celsius', sky: 'light clouds' },
  },
  {
    name: 'Search a catalogue',
    declaration: {
      name: 'search_catalogue',
      description: 'Searches the shop’s catalogue and answers the products that fit best.',
      parameters: {
        type: 'object',
        properties: {
          query: { type: 'string' },
          max_price: { type: 'number', description: 'In euros' },
          limit: { type: 'integer', minimum: 1, maximum: 20 },
        },
        required: ['query'],
      },
    },
    mock: { products: [{ id: 'A-17', name: 'Walking shoes', price: 89.9, in_stock: true }] },
  },
  {
    name: 'Send a message',
    declaration: {
      name: 'send_message',
      description: 'Sends a message to a person.',
      parameters: {
        type: 'object',
        properties: {
          to: { type: 'string', description: 'The person’s name or address' },
          text: { type: 'string' },
          urgent: { type: 'boolean' },
        },
        required: ['to', 'text'],
      },
    },
    mock: { sent: true, id: 'm-204' },
  },
]

interface SchemaTemplate {
  readonly name: string
  readonly schema: JsonObject
}

const text = (description: string) => ({ type: 'string', description })

/** Each uses only keywords that both ways of sending a schema accept. */
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
