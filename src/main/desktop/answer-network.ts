// Answers what the page asks about certificates and the way out.
import { describeCertificates } from '#gateway/upstreams/certificates'
import type { CertificatesFile } from '#shared/desktop/contract'
import { ApiError } from '#shared/schemas/api-error'
import type { DesktopHost } from './desktop-host'
import { desktop } from './implement-contract'

export function answerNetwork(host: DesktopHost) {
  const { network } = desktop
  return network.router({
    chooseCertificates: network.chooseCertificates.handler(async () => {
      const file = await host.chooseCertificates()
      return file === null ? null : readCertificates(file)
    }),
    readCertificates: network.readCertificates.handler(({ input }) => readCertificates(input.file)),
    systemProxy: network.systemProxy.handler(async ({ input }) => ({
      proxy: await host.resolveProxy(readAddress(input.url)),
    })),
  })
}

function readCertificates(file: string): CertificatesFile {
  return { file, certificates: [...describeCertificates(file)] }
}

function readAddress(url: string): string {
  try {
    return new URL(url).href
  } catch {
    throw new ApiError('INVALID_ARGUMENT', 'url: is no address', { param: 'url' })
  }
}
