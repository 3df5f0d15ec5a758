// The base URL of a provider: what is accepted, and what is wrong with any other text.
import { z } from 'zod'

export const BaseUrl = z
  .string()
  .trim()
  .overwrite(addScheme)
  .superRefine((text, context) => {
    const message = findUrlProblem(text)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })

const bareHost = /^(?:localhost|[\w-]+(?:\.[\w-]+)+|[\w-]+(?=:\d)|\[[\da-f:.]+\])(?::\d+)?(?:\/|$)/i
/** Hosts of a local network have no certificates. */
const localHost =
  /^(?:localhost|\[[^\]]*\]|(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d+)+|[^./:]+|[^:/]+\.local)(?::|\/|$)/i

/** `127.0.0.1:11434` becomes `http://127.0.0.1:11434`, and `api.example.com/v1` gets `https://`. */
function addScheme(text: string): string {
  return bareHost.test(text) ? `http${localHost.test(text) ? '' : 's'}://${text}` : text
}

function findUrlProblem(text: string): string | undefined {
  // `URL` accepts `http:example.com`, which is probably a typo: require both slashes.
  if (!/^https?:\/\/[^/]/i.test(text)) return findSchemeProblem(text)
  try {
    const { username, password } = new URL(text)
    const hasCredentials = username !== '' || password !== ''
    return hasCredentials ? 'must not contain credentials; enter keys separately' : undefined
  } catch {
    return findAuthorityProblem(text)
  }
}

function findSchemeProblem(text: string): string {
  const scheme = /^[a-z][a-z\d+.-]*:\/\//i.exec(text)?.[0].toLowerCase()
  if (scheme === undefined) return 'must start with http:// or https:// and include a host'
  return /^https?:/.test(scheme)
    ? `must include a host after ${scheme}`
    : `must start with http:// or https://, not ${scheme}`
}

const portProblem = 'must have a port from 1 to 65535'

/** For a text that starts like a URL but cannot be parsed. */
function findAuthorityProblem(text: string): string {
  const [, scheme = '', authority = ''] = /^(https?:\/\/)([^/?#\\]*)/i.exec(text) ?? []
  const [, host = '', port] = /^(.*?)(?::([^:\]]*))?$/.exec(authority.replace(/^.*@/, '')) ?? []
  if (host === '') return `must include a host after ${scheme.toLowerCase()}`
  if (/\s/.test(host)) return 'must not contain spaces in the host'
  return port !== undefined && (!/^\d*$/.test(port) || Number(port) > 65_535)
    ? portProblem
    : 'must include a valid host'
}

/**
 * Checks that apply only when a URL is entered, because earlier versions stored URLs that fail them. A query would be
 * stored unencrypted and never sent; nothing listens on port 0.
 */
export function findEntryProblem(url: string): string | undefined {
  if (/[?#]/.test(url)) return 'must not contain ? or #; enter keys separately'
  return /^\s*https?:\/\/[^/]*:0+(\/|\s*$)/i.test(url) ? portProblem : undefined
}
