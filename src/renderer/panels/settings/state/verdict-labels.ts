// Labels of an upstream test's verdicts: what was found, and what to try.
import {
  type CheckedPart,
  type CheckVerdict,
  checkTimeoutSeconds,
  type UpstreamReport,
} from '#shared/schemas/upstream-report'

export interface VerdictLabels {
  readonly mark: 'ok' | 'warn' | 'bad'
  readonly says: string
  /** Empty if there is nothing to do. */
  readonly advice: string
  /** The section of Settings that the advice is about. */
  readonly leadsTo?: 'network' | 'models'
}

export const verdictLabels: Readonly<Record<CheckVerdict, VerdictLabels>> = {
  working: { mark: 'ok', says: 'Working', advice: '' },
  slow: {
    mark: 'warn',
    says: 'Working, but slow',
    advice: 'Test again in a moment. If it stays slow, check the proxy or the provider’s status page.',
  },
  'no-key': { mark: 'warn', says: 'No API key', advice: 'Enter an API key, then test again.' },
  'key-unreadable': {
    mark: 'warn',
    says: 'Can’t read the saved key',
    advice: 'Unlock the keyring and restart Gen Playground, or enter the key again.',
  },
  'key-entered-elsewhere': {
    mark: 'warn',
    says: 'The key was entered for another address',
    advice: 'Enter the key again for this address, or change the base URL back.',
  },
  unauthorised: {
    mark: 'bad',
    says: 'API key rejected',
    advice: 'Copy the full key again and make sure it belongs to this provider. It may have been revoked.',
  },
  forbidden: {
    mark: 'bad',
    says: 'Permission denied',
    advice:
      'Enable this API for the key’s project, and check the key’s restrictions (IP addresses, countries, billing).',
  },
  'unknown-model': {
    mark: 'bad',
    says: 'Model not found',
    advice: 'Set a different provider model ID in Models.',
    leadsTo: 'models',
  },
  quota: {
    mark: 'bad',
    says: 'Rate limit or quota exceeded',
    advice:
      'Wait a minute, then test again. If it continues, check the plan and billing of the key’s project.',
  },
  'not-the-api': {
    mark: 'bad',
    says: 'The server responded, but not with this API',
    advice:
      'Check the base URL. It may point to a website or a network sign-in page, or be missing part of its path.',
  },
  'refused-the-call': {
    mark: 'bad',
    says: 'The provider returned an error',
    advice: 'See the message below. If the provider is at fault, test again in a moment.',
  },
  dns: {
    mark: 'bad',
    says: 'Host not found',
    advice: 'Check the base URL for typos, and that you’re online. If you use a proxy, check it in Network.',
    leadsTo: 'network',
  },
  'connection-refused': {
    mark: 'bad',
    says: 'Connection refused',
    advice: 'Start the server, or correct the port in the base URL.',
  },
  unreachable: {
    mark: 'bad',
    says: 'Network unreachable',
    advice:
      'Check your connection, VPN, and firewall. Many company networks require a proxy. You can set one in Network.',
    leadsTo: 'network',
  },
  tls: {
    mark: 'bad',
    says: 'No secure connection',
    advice:
      'See the reason below. If your network or provider uses its own certificate authority, add its certificate in Network.',
    leadsTo: 'network',
  },
  'proxy-unreachable': {
    mark: 'bad',
    says: 'Can’t reach the proxy',
    advice: 'Check the proxy address in Network, or choose None if you don’t need a proxy.',
    leadsTo: 'network',
  },
  'proxy-credentials': {
    mark: 'bad',
    says: 'The proxy requires a username and password (407)',
    advice: 'Enter them in Network. For Kerberos or NTLM sign-in, use the system network stack.',
    leadsTo: 'network',
  },
  'proxy-refused': {
    mark: 'bad',
    says: 'Blocked by the proxy',
    advice: 'Ask your proxy administrator to allow this host, or add it to the bypass list.',
    leadsTo: 'network',
  },
  'timed-out': {
    mark: 'bad',
    says: 'Timed out',
    advice: `A test waits ${checkTimeoutSeconds} s. Test again. If it times out again, check the base URL and the proxy.`,
    leadsTo: 'network',
  },
  'broken-off': {
    mark: 'bad',
    says: 'Connection lost',
    advice: 'Test again. If it continues, a proxy or firewall may be closing the connection.',
  },
  'certificates-file': {
    mark: 'bad',
    says: 'Couldn’t read the extra certificates',
    advice: 'Choose the PEM file again in Network, or remove it.',
    leadsTo: 'network',
  },
}

/** A service has no aliases: it is sent the model IDs as they are. */
const unknownToService: VerdictLabels = {
  mark: 'bad',
  says: verdictLabels['unknown-model'].says,
  advice: 'Check the model ID and the base URL of the service.',
}

export function describeVerdict({ part, verdict }: Pick<CheckedPart, 'part' | 'verdict'>): VerdictLabels {
  const isService = part === 'content' || part === 'transcription'
  return isService && verdict === 'unknown-model' ? unknownToService : verdictLabels[verdict]
}

export const partNames: Readonly<Record<CheckedPart['part'], string>> = {
  demo: 'Demo',
  content: 'Text, images, video, and embeddings',
  transcription: 'Transcription',
  gemini: 'Gemini API',
  openai: 'OpenAI API',
}

/** For a screen reader, once a test has ended. */
export function summarizeReport({ parts }: UpstreamReport): string {
  return parts.map(({ part, verdict }) => `${partNames[part]}: ${verdictLabels[verdict].says}.`).join(' ')
}
