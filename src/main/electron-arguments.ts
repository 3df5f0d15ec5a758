// Parses the application's own switches; all others are Chromium's.
import { ApiError } from '#shared/schemas/api-error'

export interface ElectronArguments {
  /** Folder of all user data: settings, database, media, vault. */
  readonly userDataFolder: string | undefined
  readonly gatewayPort: number | undefined
  /** Set when the application restarts itself after errors; milliseconds since the epoch. */
  readonly restartedAt: number | undefined
  /** Only the version is printed. */
  readonly isVersionRequested: boolean
  /** Starts without the user's data and keys, in a temporary folder. */
  readonly isSafeMode: boolean
  /** Offers to restore a snapshot before the database is opened. */
  readonly isRepair: boolean
}

const restartSwitch = 'restarted-at'
const safeModeSwitch = '--safe-mode'
const repairSwitch = '--repair'

export function readElectronArguments(args: readonly string[]): ElectronArguments {
  const port = readSwitch(args, 'gateway-port')
  const restartedAt = readSwitch(args, restartSwitch)
  return {
    userDataFolder: readSwitch(args, 'user-data-dir'),
    gatewayPort: port === undefined ? undefined : readPort(port, '--gateway-port'),
    restartedAt: restartedAt === undefined ? undefined : Number(restartedAt),
    isVersionRequested: args.includes('--version'),
    isSafeMode: args.includes(safeModeSwitch),
    isRepair: args.includes(repairSwitch),
  }
}

export function toRestartArguments(args: readonly string[], now: number): string[] {
  return [...args.filter((arg) => !arg.startsWith(`--${restartSwitch}=`)), `--${restartSwitch}=${now}`]
}

export type StartMode = 'normal' | 'safe-mode' | 'repair'

/** The arguments to start again in another mode. */
export function toModeArguments(args: readonly string[], mode: StartMode): string[] {
  const others = args.filter((arg) => arg !== safeModeSwitch && arg !== repairSwitch)
  return mode === 'normal' ? others : [...others, `--${mode}`]
}

export function readPort(text: string, name: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new ApiError('INVALID_ARGUMENT', `${name}: must be a port from 0 to 65535, not "${text}"`)
  return port
}

/** Chromium supports only `--name=value`. */
function readSwitch(args: readonly string[], name: string): string | undefined {
  const value = args.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
  if (value === '') throw new ApiError('INVALID_ARGUMENT', `--${name}: must not be empty`)
  return value
}
