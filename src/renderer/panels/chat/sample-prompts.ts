// Sample prompts for new users, each with the parameters that it needs.
import type { ChatParameters } from '#shared/schemas/chat-parameters'

export interface SamplePrompt {
  readonly title: string
  readonly text: string
  /** Added to the selected model and the built-in defaults. */
  readonly parameters?: Partial<ChatParameters>
  /** Draws a sample picture and attaches it. */
  readonly picture?: true
  /** Models to compare side by side. */
  readonly models?: readonly [string, string]
}

export const samplePrompts: readonly SamplePrompt[] = [
  {
    title: 'Explain something',
    text: 'Explain how a rainbow forms, first to a child, then to a physicist.',
  },
  {
    title: 'Write code',
    text: 'Write a TypeScript function that groups an array by a key, with a usage example.',
  },
  {
    title: 'Describe an image',
    text: 'What does this image show? Describe its colors, too.',
    picture: true,
  },
  {
    title: 'Call a function',
    text: 'What’s the weather like in Lisbon and in Oslo? Use the function for each.',
    parameters: {
      functions: {
        on: true,
        answerWithMocks: false,
        mocks: [{ name: 'get_weather', response: { condition: 'sunny', temperature: 21, unit: 'celsius' } }],
        declarations: [
          {
            name: 'get_weather',
            description: 'Gets the current weather for a city.',
            parameters: {
              type: 'object',
              properties: {
                city: { type: 'string', description: 'City name, such as Lisbon.' },
                unit: { type: 'string', enum: ['celsius', 'fahrenheit'] },
              },
              required: ['city'],
            },
          },
        ],
      },
    },
  },
  {
    title: 'Return JSON',
    text: 'List four planets of the solar system with their diameter and number of moons.',
    parameters: {
      structured: {
        on: true,
        sentAs: 'responseSchema',
        schema: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              name: { type: 'string' },
              diameterKilometers: { type: 'number' },
              moons: { type: 'integer' },
            },
            required: ['name', 'diameterKilometers', 'moons'],
          },
        },
      },
    },
  },
  {
    title: 'Read a web page',
    text: 'What is https://www.rfc-editor.org/rfc/rfc9110 about? Summarize it in three sentences.',
    parameters: { urlContext: true },
  },
  {
    title: 'Compare two models',
    text: 'A train leaves at 9:40 and arrives at 12:05, with an 18-minute stop. How long is it moving? Show your reasoning.',
    models: ['gen-2.5-flash', 'gen-2.5-pro'],
  },
  {
    title: 'Build a comparison table',
    text: 'Compare SQLite, PostgreSQL, and DuckDB in a table: what each is best at, its limits, and how to get started.',
  },
]
