// The network: which proxy requests go through, extra certificates, the system's network stack, and timeouts.
import { useMutation, useQuery } from '@tanstack/react-query'
import type { CertificatesFile } from '#shared/desktop/contract'
import type { NetworkSettings } from '#shared/schemas/network'
import type { Settings } from '#shared/schemas/settings'
import { describeError } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'
import { Badge } from '../../../components/Badge'
import { Button } from '../../../components/Button'
import { formatDay } from '../../../components/format'
import { Notice } from '../../../components/Notice'
import { Section } from '../FormParts'
import { Setting } from '../Setting'
import { useUpdateSettings } from '../settings-form'
import { TableSetting } from '../TableSetting'
import { ProxyChoice } from './ProxyChoice'

export function NetworkSection({ settings }: { settings: Settings }) {
  return (
    <Section id="network">
      <Setting id="proxy" settings={settings}>
        <ProxyChoice settings={settings} />
      </Setting>
      <Setting id="certificates" settings={settings}>
        <Certificates network={settings.network} />
      </Setting>
      <TableSetting id="network-stack" settings={settings} />
      <TableSetting id="timeouts" settings={settings} />
    </Section>
  )
}

/** A file of certificates to trust besides the system's, as company proxies need it. */
function Certificates({ network }: { network: NetworkSettings }) {
  const file = network.certificatesFile
  const { update, pending, failure } = useUpdateSettings()
  const choose = useMutation(
    queries.network.chooseCertificates.mutationOptions({
      onSuccess: (choice) => {
        if (choice) update({ network: { ...network, certificatesFile: choice.file } })
      },
    }),
  )
  const problem = failure ?? (choose.error ? describeError(choose.error) : undefined)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex min-w-48 flex-1 flex-col">
          <h3 className="font-medium text-soft text-sm">Extra CA certificates</h3>
          <p className="text-faint text-sm">
            Trusted in addition to the system’s certificates. Needed if a company proxy inspects encrypted
            traffic.
          </p>
        </div>
        <span className="flex gap-2">
          {file && (
            <Button
              variant="danger"
              disabled={pending}
              onClick={() => update({ network: { ...network, certificatesFile: '' } })}
            >
              Remove certificates
            </Button>
          )}
          <Button disabled={pending || choose.isPending} onClick={() => choose.mutate(undefined)}>
            {file ? 'Choose another file…' : 'Choose file…'}
          </Button>
        </span>
      </div>
      {problem && <Notice tone="danger" title={problem} />}
      {file && <CertificatesFileView file={file} />}
    </div>
  )
}

function CertificatesFileView({ file }: { file: string }) {
  const { data, error } = useQuery({
    ...queries.network.readCertificates.queryOptions({ input: { file } }),
    // The user may have changed the file since it was last read.
    staleTime: 0,
    retry: false,
  })
  return (
    <div className="flex flex-col gap-2 rounded-lg border border-line bg-sunken px-3 py-2">
      <p className="selectable font-mono text-sm [overflow-wrap:anywhere]">{file}</p>
      {error && (
        <p className="text-danger text-sm">
          {describeError(error)} HTTPS requests fail until you choose the file again or remove it.
        </p>
      )}
      {data && <CertificateList certificates={data.certificates} />}
    </div>
  )
}

function CertificateList({ certificates }: Pick<CertificatesFile, 'certificates'>) {
  const now = Date.now()
  return (
    <ul aria-label="Certificates" className="flex flex-col gap-1">
      {certificates.map(({ subject, validTo }) => {
        const { text, tone } = describeCertificate(validTo, now)
        return (
          <li key={`${subject} ${validTo}`} className="flex items-baseline justify-between gap-3 text-sm">
            <span title={subject} className="selectable min-w-0 [overflow-wrap:anywhere]">
              {toCommonName(subject)}
            </span>
            {tone === 'quiet' ? (
              <span className="shrink-0 text-faint">{text}</span>
            ) : (
              <Badge tone={tone}>{text}</Badge>
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface CertificateDescription {
  readonly text: string
  readonly tone: 'quiet' | 'warn' | 'danger'
}

/** A certificate that expires within this time is marked. */
const soonMs = 30 * 24 * 60 * 60 * 1000

/** Describes until when a certificate is valid. */
export function describeCertificate(validTo: number, now: number): CertificateDescription {
  const date = formatDay(validTo)
  if (validTo <= now) return { text: `Expired ${date}`, tone: 'danger' }
  if (validTo - now < soonMs) return { text: `Expires soon: ${date}`, tone: 'warn' }
  return { text: `Valid until ${date}`, tone: 'quiet' }
}

/** `CN=Example Root,O=Example` is called `Example Root`; a subject without a common name is returned whole. */
export function toCommonName(subject: string): string {
  return /(?:^|[\n,]\s*)CN=([^\n,]+)/.exec(subject)?.[1]?.trim() ?? subject.replace(/\n/g, ', ')
}
