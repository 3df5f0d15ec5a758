// The OpenAI-compatible servers that people use, with their usual base URLs.
import type { ServerName } from '../schemas/openai-profile'

export interface ServerPreset {
  readonly label: string
  /** The port of a local server is its default one. Empty if there is no usual URL. */
  readonly baseUrl: string
  /** It runs on the user's computer, and needs no key. */
  readonly isLocal: boolean
}

export const serverPresets: Readonly<Record<ServerName, ServerPreset>> = {
  ollama: { label: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', isLocal: true },
  'lm-studio': { label: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', isLocal: true },
  'llama-cpp': { label: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1', isLocal: true },
  vllm: { label: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1', isLocal: true },
  openrouter: { label: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1', isLocal: false },
  groq: { label: 'Groq', baseUrl: 'https://api.groq.com/openai/v1', isLocal: false },
  mistral: { label: 'Mistral', baseUrl: 'https://api.mistral.ai/v1', isLocal: false },
  openai: { label: 'OpenAI', baseUrl: 'https://api.openai.com/v1', isLocal: false },
  other: { label: 'Other server', baseUrl: '', isLocal: false },
}

/** Guesses which server it is from its URL: a local one from its port, on any host. */
export function guessServer(url: string): ServerName {
  const { hostname, origin } = new URL(url)
  const found = Object.entries(serverPresets).find(([, { baseUrl, isLocal }]) => {
    if (baseUrl === '') return false
    const usual = new URL(baseUrl)
    return isLocal ? readPort(usual.origin) === readPort(origin) : usual.hostname === hostname
  })
  // The keys of the presets are names of servers.
  return (found?.[0] as ServerName | undefined) ?? 'other'
}

function readPort(origin: string): string | undefined {
  return /:(\d+)$/.exec(origin)?.[1]
}
