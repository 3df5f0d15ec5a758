// Templates of function declarations and schemas.
import type { FunctionDeclaration } from '#shared/schemas/chat-parameters'
import type { JsonObject } from '#shared/wire/json-objects'

const text = (description?: string) => ({ type: 'string', ...(description && { description }) })
const oneOf = (...values: readonly string[]) => ({ type: 'string', enum: values })
const number = { type: 'number' }
const list = (items: JsonObject) => ({ type: 'array', items })
const object = (properties: JsonObject, ...required: readonly string[]) => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
})

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
      description: 'Gets the current weather for a place.',
      parameters: object(
        {
          city: text('The place name, such as “Lisbon, Portugal”'),
          unit: oneOf('celsius', 'fahrenheit'),
        },
        'city',
      ),
    },
    mock: { temperature: 21, unit: 'celsius', sky: 'light clouds' },
  },
  {
    name: 'Search a catalog',
    declaration: {
      name: 'search_catalog',
      description: 'Searches the store catalog and returns the best-matching products.',
      parameters: object(
        {
          query: text(),
          max_price: { ...number, description: 'In euros' },
          limit: { type: 'integer', minimum: 1, maximum: 20 },
        },
        'query',
      ),
    },
    mock: { products: [{ id: 'A-17', name: 'Walking shoes', price: 89.9, in_stock: true }] },
  },
  {
    name: 'Send a message',
    declaration: {
      name: 'send_message',
      description: 'Sends a message to a person.',
      parameters: object(
        { to: text('The person’s name or address'), text: text(), urgent: { type: 'boolean' } },
        'to',
        'text',
      ),
    },
    mock: { sent: true, id: 'm-204' },
  },
]

interface SchemaTemplate {
  readonly name: string
  readonly schema: JsonObject
}

/** Each uses only keywords that both ways of sending a schema accept. */
export const schemaTemplates: readonly SchemaTemplate[] = [
  {
    name: 'List of people',
    schema: list(
      object(
        {
          name: text('The full name'),
          role: text('What the person does or did'),
          born: { type: 'integer', description: 'The year of birth' },
          known_for: list(text()),
        },
        'name',
        'role',
      ),
    ),
  },
  {
    name: 'Classification',
    schema: object(
      {
        label: oneOf('bug', 'feature request', 'question', 'praise', 'other'),
        confidence: { ...number, minimum: 0, maximum: 1 },
        reason: text('One sentence'),
      },
      'label',
      'confidence',
    ),
  },
  {
    name: 'Invoice',
    schema: object(
      {
        number: text(),
        date: text('YYYY-MM-DD'),
        seller: object({ name: text(), tax_id: text() }),
        lines: {
          type: 'array',
          minItems: 1,
          items: object(
            { description: text(), quantity: number, unit_price: number },
            'description',
            'quantity',
            'unit_price',
          ),
        },
        currency: text('Three letters, ISO 4217'),
        total: number,
      },
      'number',
      'date',
      'lines',
      'total',
    ),
  },
  {
    name: 'Answer with citations',
    schema: object(
      { answer: text(), evidence: list(text('A passage, word for word')), open_questions: list(text()) },
      'answer',
      'evidence',
    ),
  },
  {
    name: 'Recipe',
    schema: object(
      {
        title: text(),
        servings: { type: 'integer', minimum: 1 },
        ingredients: list(object({ name: text(), amount: text('With its unit') }, 'name', 'amount')),
        steps: list(text()),
      },
      'title',
      'ingredients',
      'steps',
    ),
  },
]
