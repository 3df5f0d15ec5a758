// The application without its windows: connects vault, workspace and gateway, and reports their status.
import { join } from 'node:path'
import { createSecretRedactor } from '#gateway/redaction/stream'
import { ApiError } from '#shared/schemas/api-error'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import type { Settings } from '#shared/schemas/settings'
import { toUpstreamId } from '#shared/schemas/upstream'
import type { Send } from '#shared/wire/http'
import { createFolder, removeTempFiles } from '#workspace/atomic-write'
import { createDeferred, withDeadline } from '#workspace/concurrency/timing'
import { toJobUpstream } from '#workspace/jobs/current-upstream'
import { openWorkspace, type Workspace, type WorkspaceOptions } from '#workspace/workspace'
import { listKeyUses } from './gateway-host/exchange-reporter'
import {
  type GatewayController,
  type GatewayControllerPorts,
  openGatewayController,
  type StartGateway,
} from './gateway-host/gateway-controller'
import type { GatewayAddress, GatewayHandle } from './gateway-host/gateway-settings'
import { type GatewayHost, listSecrets, toGatewaySettings } from './gateway-host/gateway-settings'
import { openLoopback } from './gateway-host/loopback'
import { createServerModels, type ServerModels } from './gateway-host/server-models'
import type { ResolveProxy } from './gateway-host/system-network'
import type { LogEvent, PartName } from './log'
import { createLocalKey, openNamingKey } from './vault/gateway-keys'
import { findProxyHosts, type Keys, openKeys, originsOf } from './vault/keys'
import { type Cipher, openVault } from './vault/vault'

interface ApplicationPorts
  extends Omit<GatewayHost, 'namingKey' | 'ownKey' | 'otherKeys'>,
    Pick<
      WorkspaceOptions,
      'upgrade' | 'onLocked' | 'onDamaged' | 'openLog' | 'openReads' | 'openImportReader'
    > {
  /** Folder of all user data. */
  readonly folder: string
  readonly cipher: Cipher
  /** The folder is temporary. */
  readonly safeMode?: boolean
  /** If false, an empty data folder does not open the page that welcomes new users. */
  readonly showsWelcome?: boolean
  readonly startGateway: StartGateway
  /** The system's proxy for a URL, in PAC syntax. */
  readonly resolveProxy: ResolveProxy
  /** Called if a part fails to close, or takes longer than `closeTimeoutMs` (default: 6 s). */
  readonly onCloseProblem?: CloseOptions['onProblem']
  readonly closeTimeoutMs?: number
}

export interface Application {
  readonly workspace: Workspace
  readonly keys: Keys
  readonly status: () => ApplicationStatus
  /** Whether the page that welcomes new users is shown. */
  readonly isWelcomeDue: () => boolean
  /** Resolves once the gateway listens; rejects if it cannot. */
  readonly listening: () => Promise<GatewayAddress>
  /** Moves back to the port in the settings. Rejects if it is still in use. */
  readonly retryPort: () => Promise<GatewayAddress>
  /** Tests each part of an upstream with its present settings and keys. */
  readonly check: GatewayHandle['check']
  /** The models of the selected OpenAI-compatible server. */
  readonly serverModels: ServerModels
  /** Ends a request in progress. */
  readonly stopRequest: GatewayHandle['stop']
  /** Sends a request to the gateway, with the application's own key, like the panels' ones. */
  readonly send: Send
  /** All secrets in use, for redaction. */
  readonly secrets: () => readonly string[]
  /** Saves the user's data first. Resolves even if a part hangs. */
  readonly close: () => Promise<void>
}

/** Milliseconds that requests in flight may take to finish when the application quits. */
const closeGraceMs = 500

/** If it rejects, nothing stays open, so that it can be called again. */
export async function openApplication(ports: ApplicationPorts): Promise<Application> {
  const parts: Part[] = []
  try {
    return await openParts(ports, parts)
  } catch (error) {
    await closeOpened(ports, parts)
    throw error
  }
}

/** Adds each part once it is open. */
async function openParts(ports: ApplicationPorts, parts: Part[]): Promise<Application> {
  await createFolder(ports.folder)
  await removeTempFiles(ports.folder).catch(() => undefined)
  let secrets: readonly string[] = []
  let redactor = createSecretRedactor(secrets)
  const namingKey = await openNamingKey(join(ports.folder, 'naming.key'))
  // Requests of the panels do not depend on the local key, which the user may rotate.
  const ownKey = createLocalKey()
  // Unfinished jobs continue as soon as the workspace is open, so their requests must wait for the gateway.
  const [opening, onGateway] = createDeferred<GatewayController>()
  const loopback = openLoopback({
    origin: async () => readUrl(await opening),
    key: () => ownKey,
    redactor: () => redactor,
  })
  const { folder, upgrade, onLocked, onDamaged, openLog, openReads, openImportReader } = ports
  const threads = { openLog, openReads, openImportReader }
  const opened = { folder, upgrade, onLocked, onDamaged, ...threads, appVersion: ports.version }
  const serverModels = createServerModels({
    settings: () => workspace.settings.read(),
    request: async (profile, signal) => await (await opening).listModels(profile, signal),
    onChange: () => workspace.changes.emit('models'),
  })
  const workspace: Workspace = await openWorkspace({
    ...opened,
    send: loopback.send,
    serverModels: serverModels.known,
    resolveServerModel: serverModels.resolve,
  })
  parts.push({ name: 'workspace', close: workspace.close })
  parts.push({ name: 'connection to the gateway', close: loopback.close })
  const keyFile = join(folder, 'vault.json')
  const vault = await openVault(keyFile, ports.cipher, (slot) => originsOf(slot, workspace.settings.read()))
  const keys = await openKeys({
    vault,
    namedKeys: workspace.namedKeys,
    settings: () => workspace.settings.read(),
    onChange: async () => {
      await (await opening).reconfigure()
      workspace.changes.emit('keys')
      serverModels.expire()
      workspace.changes.emit('models')
    },
  })
  const gateway = await openGatewayController({
    start: ports.startGateway,
    settings: () => {
      const read = (slot: string) => vault.read(slot)
      const saved = keys.savedLocalKey()
      const otherKeys = [...keys.named.accepted(), ...(saved ? [saved] : [])]
      const host = { ...ports, namingKey, ownKey, otherKeys }
      const next = toGatewaySettings(workspace.settings.read(), read, host)
      secrets = listSecrets(next)
      redactor = createSecretRedactor(secrets)
      return next
    },
    ...recordExchanges(workspace),
    onChange: () => workspace.changes.emit('status'),
  })
  onGateway(gateway)
  parts.push({ name: 'gateway', close: () => gateway.close(closeGraceMs) })
  const bindProxy = async () => {
    workspace.settings.saveProxyHosts(await findProxyHosts(workspace.settings.read(), ports.resolveProxy))
  }
  const unsubscribe = followSettings(workspace, (before, after) => {
    void gateway.reconfigure()
    applyChange({ workspace, keys, serverModels }, before, after)
  })
  return {
    workspace,
    keys: {
      ...keys,
      set: async (slot, key) => {
        const status = await keys.set(slot, key)
        if (slot === 'proxy') await bindProxy()
        return status
      },
    },
    status: () => describeStatus({ workspace, keys, keyFile, gateway }, ports),
    isWelcomeDue: () => ports.showsWelcome !== false && isWelcomeDue(workspace, keys),
    listening: gateway.address,
    retryPort: gateway.retryPort,
    check: gateway.check,
    serverModels,
    stopRequest: gateway.stop,
    send: loopback.send,
    secrets: () => secrets,
    close: async () => {
      unsubscribe()
      await reportEnded(gateway)
      await closeOpened(ports, parts)
    },
  }
}

function recordExchanges({
  exchanges,
  namedKeys,
}: Workspace): Pick<GatewayControllerPorts, 'onExchange' | 'onExchanges' | 'onRunning' | 'onRestart'> {
  return {
    onExchange: (exchange) => {
      exchanges.add(exchange)
      for (const { id, ...use } of listKeyUses([exchange])) namedKeys.countRequests(id, use)
    },
    onExchanges: ({ batch, keyUses }) => {
      exchanges.addBatch(batch)
      for (const { id, ...use } of keyUses) namedKeys.countRequests(id, use)
    },
    onRunning: (running) => exchanges.setRunning(running),
    onRestart: () => exchanges.interruptRunning('The gateway stopped before the request ended.'),
  }
}

/** The workspace closes before the gateway, and must have logged all requests that have ended. */
async function reportEnded(gateway: GatewayController): Promise<void> {
  await withDeadline(
    gateway.flush().catch(() => undefined),
    closeGraceMs,
    undefined,
  )
}

/** Throws FAILED_PRECONDITION, before anything is sent, if the gateway cannot listen. */
async function readUrl(gateway: GatewayController): Promise<string> {
  try {
    return (await gateway.address()).url
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ApiError('FAILED_PRECONDITION', `The gateway isn’t running. ${reason}`, { cause: error })
  }
}

function followSettings(workspace: Workspace, onChange: (before: Settings, after: Settings) => void) {
  let before = workspace.settings.read()
  return workspace.changes.subscribe((topic) => {
    if (topic !== 'settings') return
    const after = workspace.settings.read()
    onChange(before, after)
    before = after
  })
}

function applyChange(
  { workspace, keys, serverModels }: Pick<Application, 'workspace' | 'keys' | 'serverModels'>,
  before: Settings,
  after: Settings,
): void {
  deleteUnusedKeys(keys, before, after)
  if (hasOtherUrls(before, after)) workspace.changes.emit('keys')
  serverModels.followSettings()
  if (describeModels(before) === describeModels(after)) return
  workspace.changes.emit('models')
}

/** Deletes the keys of removed profiles. */
function deleteUnusedKeys(keys: Keys, before: Settings, after: Settings): void {
  const remaining = new Set([...after.services, ...after.openAiProfiles].map(({ id }) => id))
  for (const { id } of [...before.services, ...before.openAiProfiles]) {
    // Even if the file cannot be written, the key is no longer used.
    if (!remaining.has(id)) keys.clear(id).catch(() => undefined)
  }
}

/** The status of keys depends on the URLs that they may be sent to. */
function hasOtherUrls(before: Settings, after: Settings): boolean {
  const listUrls = ({ services, openAiProfiles, vendor }: Settings) =>
    JSON.stringify([services, openAiProfiles.map(({ id, baseUrl }) => [id, baseUrl]), vendor])
  return listUrls(before) !== listUrls(after)
}

function describeModels({ models, aliases, upstream, openAiProfiles }: Settings): string {
  const isServer = upstream.kind === 'openai'
  return JSON.stringify([models, aliases, isServer && [upstream, openAiProfiles]])
}

/** Users with data or a provider of their own know the application. */
function isWelcomeDue({ settings, isEmpty }: Workspace, keys: Keys): boolean {
  const { welcomeSeen, upstream, services, openAiProfiles } = settings.read()
  const hasProfile = services.length > 0 || openAiProfiles.length > 0
  if (welcomeSeen || upstream.kind !== 'demo' || hasProfile) return false
  const hasKey = ['gemini', 'openai'].some((slot) => keys.status(slot).state === 'ready')
  return !hasKey && isEmpty()
}

interface StatusSources {
  readonly workspace: Workspace
  readonly keys: Keys
  readonly keyFile: string
  readonly gateway: GatewayController
}

function describeStatus(
  { workspace, keys, keyFile, gateway }: StatusSources,
  ports: ApplicationPorts,
): ApplicationStatus {
  const settings = workspace.settings.read()
  const { url, notice, lastLatency, refusals, health } = gateway.state()
  return {
    version: ports.version,
    gateway: { url, requestedPort: ports.gatewayPort ?? settings.gatewayPort, notice },
    keys: {
      file: keyFile,
      problem: keys.problem(),
      isLocalKeyUnreadable: keys.local().state === 'unreadable',
      isSavedLocalKeyAccepted: keys.savedLocalKey() !== null,
    },
    upstream: {
      id: toUpstreamId(settings.upstream),
      kind: settings.upstream.kind,
      label: toJobUpstream(settings).label,
      health,
    },
    running: workspace.countRunning(),
    jobs: {
      videos: workspace.videos.countOpen(),
      transcriptions: workspace.transcriptions.countOpen(),
      embeddings: workspace.embeddings.countRunning(),
    },
    lastLatency,
    refusals,
    dataFolder: ports.folder,
    lockedDatabase: workspace.database.lockedFile(),
    requestLogNotice: workspace.exchanges.notice(),
    platform: process.platform,
    safeMode: ports.safeMode ?? false,
  }
}

interface Part {
  readonly name: PartName
  readonly close: () => Promise<unknown>
}

function closeOpened(ports: ApplicationPorts, parts: readonly Part[]): Promise<void> {
  const { closeTimeoutMs: timeoutMs = 6_000, onCloseProblem: onProblem = () => {} } = ports
  return closeParts(parts, { timeoutMs, onProblem })
}

interface CloseOptions {
  /** For each part. */
  readonly timeoutMs: number
  /** A part did not close in time, or failed to. The next one is closed anyway. */
  readonly onProblem: (event: LogEvent, error?: unknown) => void
}

/** Closes parts in order. Those with user data must come first. */
export async function closeParts(
  parts: readonly Part[],
  { timeoutMs, onProblem }: CloseOptions,
): Promise<void> {
  for (const { name, close } of parts) {
    try {
      const isLate = await withDeadline(
        close().then(() => false),
        timeoutMs,
        true,
      )
      if (isLate) onProblem(`The ${name} did not close within ${timeoutMs / 1000} s`)
    } catch (error) {
      onProblem(`The ${name} failed to close`, error)
    }
  }
}
