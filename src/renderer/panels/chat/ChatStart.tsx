// A chat without messages yet: sample prompts to try, each with the parameters that it needs.
import type { ModelSummary } from '#shared/desktop/models-contract'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { OpenAiProfile } from '#shared/schemas/upstream'
import { useServer } from '../../models/model-list'
import { useModels } from '../../models/use-models'
import { StartScreen } from '../../notices/StartScreen'
import { toAttachment } from '../../state/attachments'
import { comparePrompt, sendPrompt } from '../../state/chat-actions'
import { fitParameters, toParts } from '../../state/drafts'
import { uploadFile } from '../../state/media-files'
import { readBuiltInParameters, useConversationParameters } from '../../state/next-parameters'
import { createColumns } from './composer/open-prompt'

export function ChatStart() {
  const parameters = useConversationParameters(null)
  const { models } = useModels()
  const server = useServer()
  return (
    <StartScreen
      title="What would you like to try?"
      demoText="The built-in demo responds offline, with no API key. It shows how everything works but isn’t a real model. To use one, choose a provider in Settings."
      text="Requests go through your local gateway. Your chats stay on this computer."
      widthClassName="max-w-[784px]"
      gridClassName="min-[820px]:grid-cols-2"
      starters={samplePrompts
        // A server has no tools that fetch pages.
        .filter(({ parameters: own }) => !server || !(own?.urlContext || own?.googleSearch))
        .map((sample) => ({
          title: sample.title,
          text: sample.text,
          run: () => runSample(sample, { parameters, models, server }),
        }))}
    />
  )
}

interface SampleContext {
  readonly parameters: ChatParameters
  readonly models: readonly ModelSummary[]
  readonly server: OpenAiProfile | null
}

/** Sends a sample prompt; does not change the draft in the composer. */
async function runSample(sample: SamplePrompt, { parameters, models, server }: SampleContext): Promise<void> {
  const attachments = sample.picture ? [await toAttachment(await uploadFile(await drawSample()))] : []
  const parts = toParts({ text: sample.text, attachments })
  // Not the settings of the draft: each sample has its own.
  const set = { ...readBuiltInParameters(), model: parameters.model, ...sample.parameters }
  const toParameters = (model: string) => fitParameters({ ...set, model }, models)
  if (!sample.models) {
    await sendPrompt({ conversationId: null, parts, parameters: toParameters(set.model) })
    return
  }
  const compared = server ? createColumns(parameters, models, []).map(({ model }) => model) : sample.models
  await comparePrompt({ conversationId: null, parts, columns: compared.map(toParameters) })
}

const width = 800
const height = 500

/** A red house with a door under a yellow sun, on a green hill. */
async function drawSample(): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('Couldn’t create the sample image.')
  const fill = (color: string, draw: () => void) => {
    context.fillStyle = color
    context.beginPath()
    draw()
    context.fill()
  }
  fill('#8ecae6', () => context.rect(0, 0, width, height))
  fill('#ffb703', () => context.arc(650, 110, 56, 0, Math.PI * 2))
  fill('#588157', () => context.ellipse(400, 560, 620, 220, 0, 0, Math.PI * 2))
  fill('#c1121f', () => context.rect(270, 230, 220, 150))
  fill('#6d4c41', () => drawRoof(context))
  fill('#fdf0d5', () => context.rect(355, 300, 50, 80))
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  return new File([blob], 'house.png', { type: blob.type })
}

function drawRoof(context: OffscreenCanvasRenderingContext2D) {
  context.moveTo(245, 230)
  context.lineTo(380, 130)
  context.lineTo(515, 230)
}

interface SamplePrompt {
  readonly title: string
  readonly text: string
  /** Added to the selected model and the built-in defaults. */
  readonly parameters?: Partial<ChatParameters>
  /** Draws a sample picture and attaches it. */
  readonly picture?: true
  /** Models to compare side by side. */
  readonly models?: readonly [string, string]
}

const samplePrompts: readonly SamplePrompt[] = [
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
