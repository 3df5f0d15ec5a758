// The commands of the application: their IDs, and where they run.
import type { CommandDefinition } from './command-definition'
import { commandTable } from './command-table'

type Table = typeof commandTable
export type CommandId = keyof Table

export const commands: Readonly<Record<CommandId, CommandDefinition>> = commandTable

// The keys of a constant.
export const commandIds = Object.keys(commandTable) as readonly CommandId[]

export function isCommandId(id: string): id is CommandId {
  return Object.hasOwn(commandTable, id)
}

type Runs<Id extends CommandId> = Table[Id] extends { readonly runs: infer Where } ? Where : 'page'

/** The commands that run there. */
type CommandsIn<Where extends 'page' | 'focus' | 'component' | 'main'> = {
  [Id in CommandId]: Runs<Id> extends Where ? Id : never
}[CommandId]

type PageCommand = CommandsIn<'page'>
export type ComponentCommand = CommandsIn<'component'>
export type FocusCommand = CommandsIn<'focus'>
export type MainCommand = CommandsIn<'main'>

/** The commands of the page whose ID begins with one of these names. */
export type PageCommandsOf<Prefix extends string> = Extract<PageCommand, `${Prefix}.${string}`>

// The filter compares the same property as the type.
export const mainCommands = commandIds.filter((id) => commands[id].runs === 'main') as readonly MainCommand[]
