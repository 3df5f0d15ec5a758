// The formats of a later version, for tests of the upgrade.
import { schema } from '#workspace/database/schema'

export const migrations: readonly string[] = [
  schema,
  'CREATE TABLE of_format_two (x TEXT) STRICT',
  'CREATE TABLE of_format_three (x TEXT) STRICT',
]
