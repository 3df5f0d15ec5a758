// The commands of Gateway, and the actions of the selected requests.
import type { PageCommandsOf } from '#shared/commands/commands'
import { queries } from '../../api/desktop'
import { queryClient } from '../../api/query-client'
import type { CommandHandler } from '../../state/command-handlers'
import { openGatewayTab } from './gateway-tab'

export const gatewayCommands: Readonly<Record<PageCommandsOf<'gateway'>, CommandHandler>> = {
  'gateway.log': { run: () => openGatewayTab('log') },
  'gateway.usage': { run: () => openGatewayTab('usage') },
  'gateway.reference': { run: () => openGatewayTab('reference') },
  'gateway.connect': { run: () => openGatewayTab('connect') },
  'gateway.copyUrl': { run: copyUrl },
  'gateway.copyKey': { run: copyKey },
}

async function copyUrl(): Promise<string> {
  const { gateway } = await queryClient.fetchQuery(queries.application.status.queryOptions())
  if (gateway.url === null) throw new Error(gateway.notice ?? 'The gateway isn’t running.')
  await navigator.clipboard.writeText(gateway.url)
  return 'Gateway URL copied'
}

async function copyKey(): Promise<string> {
  const { key } = await queryClient.fetchQuery(queries.localKey.read.queryOptions())
  await navigator.clipboard.writeText(key)
  return 'Local key copied'
}
