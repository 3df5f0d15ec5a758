// Parses the application's own switches; all others are Chromium's.
import { ApiError } from '#shared/schemas/api-error'
import { readPort } from './headless/headless-arguments'

export interface ElectronArguments {
  /** Folder of all user data: settings, database, media, vault. */
  readonly userDataFolder: string | undefined
  readonly gatewayPort: number | undefined
  /** Set when the application restarts itself after errors; milliseconds since the epoch. */
  readonly restartedAt: number | undefined
  /** Only the version is printed. */
  readonly isVersionRequested: boolean
}

const restartSwitch = 'restarted-at'

export function readElectronArguments(args: readonly string[]): ElectronArguments {
  const port = readSwitch(args, 'gateway-port')
  const restartedAt = readSwitch(args, restartSwitch)
  return {
    userDataFolder: readSwitch(args, 'user-data-dir'),
    gatewayPort: port === undefined ? undefined : readPort(port, '--gateway-port'),
    restartedAt: restartedAt === undefined ? undefined : Number(restartedAt),
    isVersionRequested: args.includes('--version'),
  }
}

export function toRestartArguments(args: readonly string[], now: number): string[] {
  return [...args.filter((arg) => !arg.startsWith(`--${restartSwitch}=`)), `--${restartSwitch}=${now}`]
}

/** Chromium supports only `--name=value`. */
function readSwitch(args: readonly string[], name: string): string | undefined {
  const value = args.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
  if (value === '') throw new ApiError('INVALID_ARGUMENT', `--${name}: must not be empty`)
  return value
}
