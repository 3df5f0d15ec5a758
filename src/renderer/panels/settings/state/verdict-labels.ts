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
  working: { mark: 'ok', says: 'It works.', advice: '' },
  slow: {
    mark: 'warn',
    says: 'It works, but takes its time.',
    advice:
      'Test again in a moment. If it stays slow, look at the proxy on the way, or at the upstream’s own status page.',
  },
  'no-key': { mark: 'warn', says: 'No key is set.', advice: 'Enter its key, then test again.' },
  'key-unreadable': {
    mark: 'warn',
    says: 'The saved key can’t be read.',
    advice: 'Unlock the keyring and restart Gen Playground, or enter the key again.',
  },
  'key-entered-elsewhere': {
    mark: 'warn',
    says: 'The key was entered for another address.',
    advice: 'Enter the key again for this address, or change the base URL back.',
  },
  unauthorised: {
    mark: 'bad',
    says: 'The key is refused.',
    advice:
      'Copy the whole key again from where it was made, and see that it is for this upstream. It may have been revoked.',
  },
  forbidden: {
    mark: 'bad',
    says: 'The key is known, but may not do this.',
    advice:
      'Allow this API for the key’s project and check its restrictions (addresses, countries, billing).',
  },
  'unknown-model': {
    mark: 'bad',
    says: 'It does not know the model it was asked for.',
    advice: 'Give the model another id at the vendor, under Models.',
    leadsTo: 'models',
  },
  quota: {
    mark: 'bad',
    says: 'Its quota is used up, or too many calls came at once.',
    advice:
      'Wait a minute and test again. If it stays, look at the plan and the billing of the key’s project.',
  },
  'not-the-api': {
    mark: 'bad',
    says: 'Something answers there, but not this API.',
    advice:
      'Check the address: it may be a web page, a sign-in page of the network, or lack a part of its path.',
  },
  'refused-the-call': {
    mark: 'bad',
    says: 'It answered with an error.',
    advice: 'Its own words, below, say which. If it is a failure on its side, test again in a moment.',
  },
  dns: {
    mark: 'bad',
    says: 'There is no such host.',
    advice:
      'Check the address for a slip, and that this machine is online. Behind a proxy, check it under Network.',
    leadsTo: 'network',
  },
  'connection-refused': {
    mark: 'bad',
    says: 'The host is there, but nothing listens at this port.',
    advice: 'Start the service, or correct the port in its address.',
  },
  unreachable: {
    mark: 'bad',
    says: 'There is no way to the host from this network.',
    advice:
      'Check the connection, the VPN and the firewall. Many company networks want a proxy: see Network.',
    leadsTo: 'network',
  },
  tls: {
    mark: 'bad',
    says: 'No trusted, encrypted connection could be made.',
    advice:
      'The reason stands below. If your network or the service has a certificate authority of its own, add its certificate under Network.',
    leadsTo: 'network',
  },
  'proxy-unreachable': {
    mark: 'bad',
    says: 'The proxy cannot be reached.',
    advice: 'Check the proxy’s address under Network, or choose “None” if you are not behind one now.',
    leadsTo: 'network',
  },
  'proxy-credentials': {
    mark: 'bad',
    says: 'The proxy asks for a name and a password (407).',
    advice:
      'Enter them under Network. For a sign-in by the system (Kerberos, NTLM), use the system network stack.',
    leadsTo: 'network',
  },
  'proxy-refused': {
    mark: 'bad',
    says: 'The proxy does not let this call through.',
    advice:
      'Ask whoever runs the proxy to allow this host, or add the host to those reached without a proxy.',
    leadsTo: 'network',
  },
  'timed-out': {
    mark: 'bad',
    says: 'No answer came in time.',
    advice: `A test waits ${checkTimeoutSeconds} s. Test again. If it times out again, check the base URL and the proxy.`,
    leadsTo: 'network',
  },
  'broken-off': {
    mark: 'bad',
    says: 'The connection broke off in the middle.',
    advice: 'Test again. If it stays, a proxy or firewall on the way cuts it.',
  },
  'certificates-file': {
    mark: 'bad',
    says: 'The extra certificates cannot be read.',
    advice: 'Choose the PEM file anew under Network, or remove it.',
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
  content: 'Text, images, video and embeddings',
  transcription: 'Transcription',
  gemini: 'Gemini API',
  openai: 'OpenAI API',
}

/** For a screen reader, once a test has ended. */
export function summarizeReport({ parts }: UpstreamReport): string {
  return parts.map(({ part, verdict }) => `${partNames[part]}: ${verdictLabels[verdict].says}`).join(' ')
}
