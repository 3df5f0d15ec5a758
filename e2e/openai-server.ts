// Selects a fake OpenAI-compatible server as the provider.
import type { Page } from '@playwright/test'
import type { OpenAiProfile } from '#shared/schemas/openai-profile'
import { type DesktopClient, openDesktopClient } from './desktop-client'

/** Without titles by the model, the server receives only the requests of the test. */
export async function useServer(
  page: Page,
  { baseUrl }: { readonly baseUrl: string },
  changes: Partial<OpenAiProfile> = {},
): Promise<DesktopClient['desktop']> {
  const { desktop } = await openDesktopClient(page)
  const profile: OpenAiProfile = {
    id: 'openai-test',
    name: 'Ollama',
    baseUrl,
    server: 'ollama',
    countsTokens: false,
    defaults: {},
    kinds: {},
    aliases: [],
    ...changes,
  }
  await desktop.settings.update({
    openAiProfiles: [profile],
    upstream: { kind: 'openai', profile: profile.id },
    chatTitles: false,
  })
  return desktop
}
