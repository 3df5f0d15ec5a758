// Reads the application's own switches; all others are Chromium's.
import { ApiError } from '#shared/schemas/api-error'
import { readPort } from './headless-arguments'

export interface ElectronArguments {
  /** Everything the user keeps (settings, database, media, vault) lies under it. */
  readonly userDataFolder: string | undefined
  readonly gatewayPort: number | undefined
}

export function readElectronArguments(args: readonly string[]): ElectronArguments {
  const port = readSwitch(args, 'gateway-port')
  return {
    userDataFolder: readSwitch(args, 'user-data-dir'),
    gatewayPort: port === undefined ? undefined : readPort(port, '--gateway-port'),
  }
}

/** Chromium knows only `--name=value`. */
function readSwitch(args: readonly string[], name: string): string | undefined {
  const value = args.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
  if (value === '') throw new ApiError('INVALID_ARGUMENT', `--${name}: must not be empty`)
  return value
}
