// Texts for the facts of a request: its endpoint, client, provider and overhead.
import { endpoints } from '#shared/endpoints/endpoints'
import { routes } from '#shared/endpoints/routes'
import { windowClient } from '#shared/schemas/exchange'
import { formatCount, formatDuration } from '../components/format'

const isEndpoint = (id: string): id is keyof typeof endpoints => Object.hasOwn(endpoints, id)
const isRoute = (id: string): id is keyof typeof routes => Object.hasOwn(routes, id)

/** `Generation`, with what it is in the specification in the tooltip. */
export function describeEndpoint(id: string): { readonly name: string; readonly details: string } {
  if (isEndpoint(id)) return { name: endpoints[id].title, details: `${id}: ${endpoints[id].title}` }
  const name = id
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace('open ai', 'OpenAI')
  const shown = name.charAt(0).toUpperCase() + name.slice(1)
  return { name: shown, details: isRoute(id) ? routes[id].summary.replace(/\.$/, '') : shown }
}

/** `window` is the application itself. */
export function describeClient(client: string | null): string {
  return client === windowClient ? 'App' : (client ?? '')
}

/** A profile of the settings. */
export interface ProfileName {
  readonly id: string
  readonly name: string
}

/** By its ID: the name that the user has given a profile. */
export function describeProvider(id: string, profiles: readonly ProfileName[]): string {
  if (id === 'demo') return 'Demo'
  if (id === 'vendor') return 'Gemini and OpenAI'
  return profiles.find((profile) => profile.id === id)?.name ?? id
}

/** Usually less than a millisecond. */
export function formatOverhead(milliseconds: number): string {
  return milliseconds < 10 ? `${formatCount(milliseconds)} ms` : formatDuration(milliseconds)
}
