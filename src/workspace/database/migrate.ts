// Brings a database to a version: the steps it has not taken yet, each in a transaction of its own.
import type { Connection } from './connection'

export function readVersion(connection: Connection): number {
  return connection.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0
}

/** `onStep` is called before each step, with its number from 1 on. */
export function migrate(
  connection: Connection,
  migrations: readonly string[],
  onStep: (step: number) => void = () => {},
): void {
  const version = readVersion(connection)
  for (const [index, step] of migrations.slice(version).entries()) {
    onStep(index + 1)
    connection.transact(() => {
      connection.exec(step)
      connection.exec(`PRAGMA user_version = ${version + index + 1}`)
    })
  }
}
