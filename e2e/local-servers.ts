// The fixture `ollama`: a fake of an OpenAI-compatible server on this computer, which the application detects.
import type { OpenAiProfile } from '#shared/schemas/upstream'
import {
  type FakeOpenAiServer,
  openFakeServer,
} from '../src/gateway/testing/fake-openai-servers/fake-server.fixture'
import type { Application } from './application'
import type { DesktopClient } from './desktop-client'
import { test as base } from './page-test'

export const test = base.extend<{ ollama: FakeOpenAiServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern here.
  ollama: async ({}, use) => {
    // Tests list other models than the one that responds.
    const server = await openFakeServer('ollama', { changes: { ignoresModel: true } })
    await use(server)
    await server.close()
  },
  launchEnvironment: async ({ ollama }, use) =>
    use({ GEN_PLAYGROUND_LOCAL_SERVERS: `ollama=${ollama.baseUrl}` }),
})

/** Makes it the provider. Without titles by the model, the server receives only the requests of the test. */
export async function useServer(
  application: Application,
  { baseUrl }: FakeOpenAiServer,
): Promise<DesktopClient['desktop']> {
  const desktop = await application.desktop()
  const profile: OpenAiProfile = {
    id: 'openai-test',
    name: 'Ollama',
    baseUrl,
    server: 'ollama',
    countsTokens: false,
    defaults: {},
    kinds: {},
    aliases: [],
  }
  await desktop.settings.update({
    openAiProfiles: [profile],
    upstream: { kind: 'openai', profile: profile.id },
    chatTitles: false,
  })
  return desktop
}
