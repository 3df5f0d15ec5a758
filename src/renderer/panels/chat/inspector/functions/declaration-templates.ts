// Functions to begin with, each with a result that it might answer.
import type { FunctionDeclaration } from '#shared/schemas/chat-parameters'
import type { JsonObject } from '../schema/schema-places'

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
