// Moves the exchanges that earlier versions logged among the user's data into the log's own database.
import { type Connection, isDatabaseBusy } from '../database/connection'
import { openLogDatabase } from './log-database'

/**
 * Copies, then deletes in a second transaction: a crash between the two leaves both, and the next start copies nothing
 * twice. Throws only if the user's data are locked: a log that cannot be moved is not worth stopping their update for.
 */
export function moveExchanges(connection: Connection, logFile: string): void {
  const table = connection.get("SELECT 1 FROM main.sqlite_master WHERE name = 'exchanges'")
  if (!table || !connection.get('SELECT 1 FROM main.exchanges LIMIT 1')) return
  try {
    prepareLog(logFile)
    connection.exec(`ATTACH '${logFile.replaceAll("'", "''")}' AS log`)
    try {
      connection.transact(() => connection.exec(copyRows))
    } finally {
      connection.exec('DETACH log')
    }
    connection.run('DELETE FROM main.exchanges')
  } catch (error) {
    if (isDatabaseBusy(error) && connection.lock.isTaken()) throw error
    process.stderr.write(`The request log could not be moved: ${String(error)}\n`)
  }
}

/** Throws if it is damaged, locked, or of a newer version. */
function prepareLog(file: string): void {
  const log = openLogDatabase(file)
  if (!log) throw new Error(`${file} was written by a newer version.`)
  try {
    log.transact(() => undefined)
  } finally {
    log.close()
  }
}

const copyRows = `
  INSERT OR IGNORE INTO log.exchanges (id, started_at, bytes, summary, request_body, response_body)
  SELECT id, started_at, bytes, json_remove(exchange, '$.requestBody', '$.responseBody'),
    json_extract(exchange, '$.requestBody'), json_extract(exchange, '$.responseBody')
  FROM main.exchanges
  WHERE CASE WHEN json_valid(exchange) THEN
    json_type(exchange, '$.requestBody') = 'text' AND json_type(exchange, '$.responseBody') = 'text' END
  ORDER BY seq
`
