// Samples that put something into an empty Library.
import { desktop } from '../../api/desktop'
import { readBuiltInParameters } from '../../state/next-parameters'

const started = 'It appears here when it’s ready.'

async function generateImage(): Promise<string> {
  await desktop.images.draw({
    conversationId: null,
    after: null,
    parts: [{ text: 'A sailboat on a calm sea at sunset with mountains in the background.' }],
    parameters: { model: 'gen-2.5-flash-image', aspectRatio: '16:9' },
    variations: 1,
  })
  return `Generating an image. ${started}`
}

async function startChat(): Promise<string> {
  await desktop.chat.send({
    conversationId: null,
    parts: [{ text: 'Explain how a rainbow forms, first to a child, then to a physicist.' }],
    parameters: readBuiltInParameters(),
  })
  return `Generating a response. ${started}`
}

export const librarySamples = [
  { label: 'Generate a sample image', run: generateImage },
  { label: 'Start a sample chat', run: startChat },
] as const
