// Answers what the page asks about certificates and the way out, and changes settings, which may name such a file.
import { describeCertificates } from '#gateway/outbound/certificates'
import type { CertificatesFile } from '#shared/desktop/contract'
import { ApiError } from '#shared/schemas/api-error'
import type { Workspace } from '#workspace/workspace'
import { createChosenPaths } from './chosen-paths'
import type { DesktopHost } from './desktop-host'
import { desktop } from './implement-contract'

export function answerNetwork({ settings: stored }: Workspace, host: DesktopHost) {
  const { network, settings } = desktop
  const chosen = createChosenPaths()
  /** The page names a file: none, the one in use, or one that the user has chosen. */
  const checkFile = (file: string, param: string) => {
    if (file !== '' && file !== stored.read().network.certificatesFile) chosen.require(file, param)
  }
  return {
    settings: settings.router({
      read: settings.read.handler(() => stored.read()),
      update: settings.update.handler(({ input }) => {
        if (input.network) checkFile(input.network.certificatesFile, 'network.certificatesFile')
        return stored.update(input)
      }),
    }),
    network: network.router({
      chooseCertificates: network.chooseCertificates.handler(async () => {
        const file = await host.chooseCertificates()
        if (file === null) return null
        chosen.add(file)
        return readCertificates(file)
      }),
      readCertificates: network.readCertificates.handler(({ input }) => {
        checkFile(input.file, 'file')
        return readCertificates(input.file)
      }),
      systemProxy: network.systemProxy.handler(async ({ input }) => ({
        proxy: await host.resolveProxy(readAddress(input.url)),
      })),
    }),
  }
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
