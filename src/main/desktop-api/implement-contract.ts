// The contract, ready to be answered branch by branch: a call without its answer does not compile.
import { implement } from '@orpc/server'
import { contract } from '#shared/desktop/contract'
import { relayErrors } from './relay-errors'

export const desktop = implement(contract).use(relayErrors)
