// The application without its windows: vault, workspace and gateway joined, and what the status line says of them.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import type { Settings } from '#shared/schemas/settings'
import { openWorkspace, type Workspace } from '#workspace/workspace'
import { type GatewayLine, openGatewayLine, type StartGateway } from './gateway-line'
import type { GatewayAddress, GatewaySettings } from './gateway-settings'
import { type Keys, openKeys } from './keys'
import { openLoopback } from './loopback'
import { type Cipher, openVault, type Vault } from './vault'

export interface ApplicationPorts {
  /** Everything the user keeps lies under it. */
  readonly folder: string
  readonly cipher: Cipher
  /** Overrides the setting; 0 takes any free port. */
  readonly gatewayPort: number | undefined
  readonly demoPace: string | null
  readonly version: string
  readonly startGateway: StartGateway
}

export interface Application {
  readonly workspace: Workspace
  readonly keys: Keys
  readonly status: () => ApplicationStatus
  /** Resolves once the gateway listens; rejects where it cannot. */
  readonly listening: () => Promise<GatewayAddress>
  readonly close: () => Promise<void>
}

/** Calls under way when the application quits may take this long, in milliseconds. */
const grace = 500

export async function openApplication(ports: ApplicationPorts): Promise<Application> {
  await mkdir(ports.folder, { recursive: true })
  const vault = await openVault(join(ports.folder, 'vault.json'), ports.cipher)
  let line: GatewayLine | undefined
  const keys = await openKeys(vault, async () => {
    await line?.reconfigure()
    workspace.changes.tell('keys')
  })
  const loopback = openLoopback({
    origin: async () => (await opened.address()).url,
    localKey: () => keys.local().key,
  })
  const workspace = await openWorkspace({ folder: ports.folder, send: loopback.send })
  const opened = await openGatewayLine({
    start: ports.startGateway,
    settings: () => toGatewaySettings(workspace.settings.read(), vault, ports),
    onExchange: (exchange) => workspace.exchanges.keep(exchange),
    onChange: () => workspace.changes.tell('status'),
  })
  line = opened
  const unsubscribe = workspace.changes.subscribe((topic) => {
    if (topic === 'settings') void opened.reconfigure()
  })
  return {
    workspace,
    keys,
    status: () => tellStatus(workspace, opened, ports),
    listening: opened.address,
    close: async () => {
      unsubscribe()
      await workspace.close()
      await loopback.close()
      await opened.close(grace)
    },
  }
}

function toGatewaySettings(settings: Settings, vault: Vault, ports: ApplicationPorts): GatewaySettings {
  return {
    port: ports.gatewayPort ?? settings.gatewayPort,
    localKey: vault.read('local') ?? '',
    upstream: settings.upstream,
    upstreamKey: settings.upstream.kind === 'service' ? vault.read('service') : null,
    allowedOrigins: settings.allowedOrigins,
    limits: settings.limits,
    demoPace: ports.demoPace,
    version: ports.version,
  }
}

function tellStatus(workspace: Workspace, line: GatewayLine, ports: ApplicationPorts): ApplicationStatus {
  const settings = workspace.settings.read()
  const { url, notice, lastLatency } = line.state()
  return {
    version: ports.version,
    gateway: { url, requestedPort: ports.gatewayPort ?? settings.gatewayPort, notice },
    upstream: { kind: settings.upstream.kind, label: labelOf(settings.upstream) },
    running: workspace.countRunning(),
    lastLatency,
    dataFolder: ports.folder,
    platform: process.platform,
  }
}

function labelOf(upstream: Settings['upstream']): string {
  return upstream.kind === 'demo' ? 'Demo service, embedded' : new URL(upstream.baseUrl).host
}
