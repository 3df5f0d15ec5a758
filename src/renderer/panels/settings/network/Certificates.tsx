// A file of certificates to trust beside the system's, as company proxies want it.
import { useMutation, useQuery } from '@tanstack/react-query'
import type { CertificatesFile } from '#shared/desktop/contract'
import type { NetworkSettings } from '#shared/schemas/network'
import { describeError } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'
import { Badge } from '../../../components/Badge'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { useUpdateSettings } from '../use-update-settings'
import { describeCertificate, toCommonName } from './describe-certificate'

export function Certificates({ network }: { network: NetworkSettings }) {
  const file = network.certificatesFile
  const { update, pending, failure } = useUpdateSettings()
  const choose = useMutation(
    queries.network.chooseCertificates.mutationOptions({
      onSuccess: (chosen) => {
        if (chosen) update({ network: { ...network, certificatesFile: chosen.file } })
      },
    }),
  )
  const trouble = failure ?? (choose.error ? describeError(choose.error) : undefined)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex min-w-48 flex-1 flex-col">
          <h3 className="font-medium text-soft text-sm">Extra CA certificates</h3>
          <p className="text-faint text-sm">
            Trusted beside the system’s: for a company proxy that opens encrypted traffic.
          </p>
        </div>
        <span className="flex gap-2">
          {file && (
            <Button
              look="danger"
              disabled={pending}
              onClick={() => update({ network: { ...network, certificatesFile: '' } })}
            >
              Remove certificates
            </Button>
          )}
          <Button disabled={pending || choose.isPending} onClick={() => choose.mutate(undefined)}>
            {file ? 'Choose another file' : 'Choose a file'}
          </Button>
        </span>
      </div>
      {trouble && <Notice tone="danger" title={trouble} />}
      {file && <ChosenFile file={file} />}
    </div>
  )
}

function ChosenFile({ file }: { file: string }) {
  const { data, error } = useQuery({
    ...queries.network.readCertificates.queryOptions({ input: { file } }),
    // The file is the user's: it may have changed since the last look.
    staleTime: 0,
    retry: false,
  })
  return (
    <div className="flex flex-col gap-2 rounded-lg border border-line bg-sunken px-3 py-2">
      <p className="selectable font-mono text-sm [overflow-wrap:anywhere]">{file}</p>
      {error && (
        <p className="text-danger text-sm">
          {describeError(error)} Calls with encryption fail until it is chosen anew or removed.
        </p>
      )}
      {data && <List certificates={data.certificates} />}
    </div>
  )
}

function List({ certificates }: Pick<CertificatesFile, 'certificates'>) {
  const now = Date.now()
  return (
    <ul aria-label="Certificates" className="flex flex-col gap-1">
      {certificates.map(({ subject, validTo }) => {
        const { words, tone } = describeCertificate(validTo, now)
        return (
          <li key={`${subject} ${validTo}`} className="flex items-baseline justify-between gap-3 text-sm">
            <span title={subject} className="selectable min-w-0 [overflow-wrap:anywhere]">
              {toCommonName(subject)}
            </span>
            {tone === 'quiet' ? (
              <span className="shrink-0 text-faint">{words}</span>
            ) : (
              <Badge tone={tone}>{words}</Badge>
            )}
          </li>
        )
      })}
    </ul>
  )
}
