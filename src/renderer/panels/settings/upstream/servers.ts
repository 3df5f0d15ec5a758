// Adding and editing OpenAI-compatible servers: presets, default names, and changes of the settings.
import type { DetectedServer } from '#shared/desktop/models-contract'
import { guessServer, serverPresets } from '#shared/models/openai-servers'
import { BaseUrl, type OpenAiProfile, type ServerName, serverNames } from '#shared/schemas/upstream'
import { readOpenAiBaseUrl } from '#shared/wire/base-url'
import { saveSettings } from '../settings-form'
import { recordUpstream } from '../state/upstream-choice'
import { createSuffix, findNameProblem } from './profiles'
import { findUrlProblem, toBaseUrl, toHost } from './UrlField'

/** `server` is empty until the user chooses one. */
export type ServerTexts = Readonly<Record<'server' | 'name' | 'baseUrl', string>>

export const emptyServer: ServerTexts = {
  server: '',
  name: '',
  baseUrl: serverPresets.ollama.baseUrl,
}

export const serverGroups = [
  { label: 'On your computer', options: listPresets(true) },
  { label: 'Online', options: listPresets(false) },
]

function listPresets(isLocal: boolean) {
  return serverNames
    .filter((server) => serverPresets[server].isLocal === isLocal)
    .map((server) => ({ value: server, label: serverPresets[server].label }))
}

export function createServerId(): string {
  return `openai-${createSuffix()}`
}

export function toServerTexts({ server, name, baseUrl }: OpenAiProfile): ServerTexts {
  return { server, name, baseUrl }
}

/** The chosen server, or the one that the URL belongs to. */
export function toServerName({ server, baseUrl }: Omit<ServerTexts, 'name'>): ServerName {
  const selected = serverNames.find((name) => name === server)
  const url = BaseUrl.safeParse(baseUrl)
  return selected ?? (url.success ? guessServer(url.data) : 'other')
}

/** With the preset's URL, unless the user has entered another one. */
export function choosePreset({ baseUrl }: ServerTexts, server: string): Partial<ServerTexts> {
  const isPreset =
    baseUrl.trim() === '' || serverNames.some((name) => serverPresets[name].baseUrl === baseUrl)
  return {
    server,
    ...(isPreset ? { baseUrl: serverPresets[toServerName({ server, baseUrl })].baseUrl } : {}),
  }
}

/** A blank name becomes the preset's, with the host if that name is used. Defaults of models are kept. */
export function toServer(
  { id, ...before }: Partial<OpenAiProfile> & Pick<OpenAiProfile, 'id'>,
  texts: ServerTexts,
  profiles: readonly OpenAiProfile[],
): OpenAiProfile {
  const baseUrl = toBaseUrl(texts.baseUrl)
  const server = toServerName(texts)
  const usual = server === 'other' ? toHost(baseUrl) : serverPresets[server].label
  const isUsed = profiles.some((each) => each.id !== id && each.name === usual)
  const name = texts.name.trim() || (isUsed ? `${usual} (${toHost(baseUrl)})` : usual)
  const models = { countsTokens: false, defaults: {}, kinds: {}, aliases: [] }
  return { ...models, ...before, id, server, name: name.slice(0, 60), baseUrl }
}

export function findServerProblems(id: string, texts: ServerTexts, profiles: readonly OpenAiProfile[]) {
  return {
    name: findNameProblem(toServer({ id }, texts, profiles), profiles, 'openai'),
    baseUrl: findUrlProblem(texts.baseUrl, 'required'),
  }
}

/** Local servers need no key. */
export function needsKey({ server }: Pick<OpenAiProfile, 'server'>): boolean {
  return !serverPresets[server].isLocal && server !== 'other'
}

export function findSaved(
  { baseUrl }: Pick<DetectedServer, 'baseUrl'>,
  profiles: readonly OpenAiProfile[],
): OpenAiProfile | undefined {
  const address = toAddress(baseUrl)
  return profiles.find((profile) => toAddress(profile.baseUrl) === address)
}

/** The same for all ways to write the base URL of a server on this computer. */
function toAddress(baseUrl: string): string {
  const { origin, path } = readOpenAiBaseUrl(baseUrl)
  return origin.replace(/\/\/(?:localhost|\[::1\])(?=:|$)/, '//127.0.0.1') + path
}

/** Adds a server that was found, unless it is saved already, and selects it if `isSelected`. Resolves to its ID. */
export async function saveDetected(found: DetectedServer, isSelected: boolean): Promise<string> {
  const texts = { server: found.server, name: '', baseUrl: found.baseUrl }
  let id = createServerId()
  await saveSettings(({ openAiProfiles }) => {
    const saved = findSaved(found, openAiProfiles)
    const profile = saved ?? toServer({ id }, texts, openAiProfiles)
    id = profile.id
    return {
      ...(saved ? {} : { openAiProfiles: [...openAiProfiles, profile] }),
      ...(isSelected ? { upstream: { kind: 'openai', profile: id } } : {}),
    }
  })
  if (isSelected) recordUpstream({ kind: 'openai', profile: id })
  return id
}
