// Reads the headless gateway's way out: proxy, certificates and patience.
import { readCertificates } from '#gateway/outbound/certificates'
import { proxyFromEnvironment } from '#gateway/outbound/proxy'
import { ApiError } from '#shared/schemas/api-error'
import { ProxyCredentials } from '#shared/schemas/key-status'
import { NetworkSettings, ProxyUrl } from '#shared/schemas/network'
import type { GatewayNetwork } from '../gateway-settings'
import { type Environment, type HeadlessValues, readBy, refuse } from './headless-options'

export function readNetwork(values: HeadlessValues, environment: Environment): GatewayNetwork {
  const proxyCredentials = readCredentials(values, environment)
  const settings = {
    ...readProxy(values, environment),
    ...readFile(values.ca),
    ...readSeconds('connectSeconds', '--connect-timeout', values['connect-timeout']),
    ...readSeconds('silenceSeconds', '--silence', values.silence),
  }
  return { ...NetworkSettings.parse(settings), proxyCredentials }
}

function readProxy(values: HeadlessValues, environment: Environment): Partial<NetworkSettings> {
  const { proxy, 'proxy-bypass': bypass } = values
  if (bypass !== undefined && (proxy === undefined || proxy === 'none'))
    throw refuse('--proxy-bypass: goes with --proxy URL; for the proxy of the variables there is NO_PROXY')
  if (proxy === 'none') return { proxyMode: 'none' }
  if (proxy === undefined) {
    ask(() => proxyFromEnvironment(environment), '')
    return { proxyMode: 'system' }
  }
  if (/^\w+:\/\/[^/]*@/.test(proxy))
    throw refuse(
      '--proxy: must hold no name or password; put them into the variable of --proxy-credentials-env',
    )
  return {
    proxyMode: 'custom',
    proxyUrl: readBy(ProxyUrl, proxy, '--proxy'),
    bypass: readBy(NetworkSettings.shape.bypass, splitList(bypass), '--proxy-bypass'),
  }
}

function splitList(list = ''): readonly string[] {
  return list.split(/[\s,;]+/).filter((entry) => entry !== '')
}

function readCredentials(values: HeadlessValues, environment: Environment): string | null {
  const { proxy, 'proxy-credentials-env': name } = values
  if (name === undefined) return null
  const flag = '--proxy-credentials-env'
  if (proxy === 'none') throw refuse(`${flag}: goes with a proxy, not with --proxy none`)
  const text = environment[name]
  if (!text) throw refuse(`${flag}: the environment variable ${name} is not set`)
  return readBy(ProxyCredentials, text, `${flag}: the environment variable ${name}`)
}

function readFile(file: string | undefined): Partial<NetworkSettings> {
  if (file === undefined) return {}
  if (file === '') throw refuse('--ca: must name a file')
  ask(() => readCertificates(file), '--ca: ')
  return { certificatesFile: file }
}

function readSeconds(
  name: 'connectSeconds' | 'silenceSeconds',
  flag: string,
  text: string | undefined,
): Partial<NetworkSettings> {
  if (text === undefined) return {}
  return { [name]: readBy(NetworkSettings.shape[name], Number(text), flag) }
}

/** What would be refused at the first call is refused before anything listens. */
function ask(look: () => unknown, prefix: string): void {
  try {
    look()
  } catch (error) {
    throw error instanceof ApiError ? refuse(prefix + error.message) : error
  }
}
