// The formats of the database, one step for each. A released step never changes.
import { schema } from './schema'

/** The database's `user_version` is the number of steps it has taken. */
export const migrations: readonly string[] = [schema]
