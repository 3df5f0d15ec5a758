// Labels of an upstream test's verdicts: the finding, and advice.
import {
  type CheckedPart,
  type CheckVerdict,
  checkTimeoutSeconds,
  type UpstreamReport,
} from '#shared/schemas/upstream-report'

export interface VerdictLabels {
  readonly mark: 'ok' | 'warn' | 'bad'
  readonly finding: string
  /** Empty if there is nothing to do. */
  readonly advice: string
  /** The section of Settings that the advice is about. */
  readonly section?: 'network' | 'models'
}

const verdictLabels: Readonly<Record<CheckVerdict, VerdictLabels>> = {
  working: { mark: 'ok', finding: 'Working', advice: '' },
  slow: {
    mark: 'warn',
    finding: 'Working, but slow',
    advice: 'Test again in a moment. If it stays slow, check the proxy or the provider’s status page.',
  },
  'no-key': { mark: 'warn', finding: 'No API key', advice: 'Enter an API key, then test again.' },
  'key-unreadable': {
    mark: 'warn',
    finding: 'Can’t read the saved key',
    advice: 'Unlock the keyring and restart Gen Playground, or enter the key again.',
  },
  'key-entered-elsewhere': {
    mark: 'warn',
    finding: 'The key was entered for another URL',
    advice: 'Enter the key again for this URL, or change the base URL back.',
  },
  unauthorised: {
    mark: 'bad',
    finding: 'API key rejected',
    advice: 'Copy the full key again and make sure it belongs to this provider. It may have been revoked.',
  },
  forbidden: {
    mark: 'bad',
    finding: 'Permission denied',
    advice:
      'Enable this API for the key’s project, and check the key’s restrictions (IP addresses, countries, billing).',
  },
  'unknown-model': {
    mark: 'bad',
    finding: 'Model not found',
    advice: 'Set a different provider model ID in Models.',
    section: 'models',
  },
  quota: {
    mark: 'bad',
    finding: 'Rate limit or quota exceeded',
    advice:
      'Wait a minute, then test again. If it continues, check the plan and billing of the key’s project.',
  },
  'not-the-api': {
    mark: 'bad',
    finding: 'The server responded, but not with this API',
    advice:
      'Check the base URL. It may point to a website or a network sign-in page, or be missing part of its path.',
  },
  'refused-the-call': {
    mark: 'bad',
    finding: 'The provider returned an error',
    advice: 'See the message below. If the provider is at fault, test again in a moment.',
  },
  dns: {
    mark: 'bad',
    finding: 'Host not found',
    advice: 'Check the base URL for typos, and that you’re online. If you use a proxy, check it in Network.',
    section: 'network',
  },
  'connection-refused': {
    mark: 'bad',
    finding: 'Connection refused',
    advice: 'Start the server, or correct the port in the base URL.',
  },
  unreachable: {
    mark: 'bad',
    finding: 'Network unreachable',
    advice:
      'Check your connection, VPN, and firewall. Many company networks require a proxy. You can set one in Network.',
    section: 'network',
  },
  tls: {
    mark: 'bad',
    finding: 'No secure connection',
    advice:
      'See the reason below. If your network or provider uses its own certificate authority, add its certificate in Network.',
    section: 'network',
  },
  'proxy-unreachable': {
    mark: 'bad',
    finding: 'Can’t reach the proxy',
    advice: 'Check the proxy address in Network, or choose None if you don’t need a proxy.',
    section: 'network',
  },
  'proxy-credentials': {
    mark: 'bad',
    finding: 'The proxy requires a username and password (407)',
    advice: 'Enter them in Network. For Kerberos or NTLM sign-in, use the system network stack.',
    section: 'network',
  },
  'proxy-refused': {
    mark: 'bad',
    finding: 'Blocked by the proxy',
    advice: 'Ask your proxy administrator to allow this host, or add it to the bypass list.',
    section: 'network',
  },
  'timed-out': {
    mark: 'bad',
    finding: 'Timed out',
    advice: `A test waits ${checkTimeoutSeconds} s. Test again. If it times out again, check the base URL and the proxy.`,
    section: 'network',
  },
  'broken-off': {
    mark: 'bad',
    finding: 'Connection lost',
    advice: 'Test again. If it continues, a proxy or firewall may be closing the connection.',
  },
  'certificates-file': {
    mark: 'bad',
    finding: 'Couldn’t read the extra certificates',
    advice: 'Choose the PEM file again in Network, or remove it.',
    section: 'network',
  },
}

/** A service has no aliases: it is sent the model IDs as they are. */
const unknownToService: VerdictLabels = {
  mark: 'bad',
  finding: verdictLabels['unknown-model'].finding,
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
  models: 'List of models',
}

/** For a screen reader, once a test has ended. */
export function summarizeReport({ parts }: UpstreamReport): string {
  return parts.map(({ part, verdict }) => `${partNames[part]}: ${verdictLabels[verdict].finding}.`).join(' ')
}
