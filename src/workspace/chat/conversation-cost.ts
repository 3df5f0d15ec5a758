// What the answers of a conversation have cost, by the price table.
import { costOfAnswer, findPrice } from '#shared/prices/cost'
import type { ConversationCost } from '#shared/schemas/chat'
import { UsageMetadata } from '#shared/schemas/content'
import type { PriceTable } from '#shared/schemas/prices'
import { UpstreamKind } from '#shared/schemas/upstream'
import type { Connection } from '../database/connection'
import { parseStored } from '../parse-json'

interface AnswerRow {
  readonly model: string | null
  readonly modelVersion: string | null
  readonly upstream: string
  readonly usage: string | null
  readonly createdAt: number
  readonly imageSize: string | null
  readonly images: number
}

/** Includes deleted answers, which were billed too. Parts are only read if they contain files. */
const answersSql = `SELECT model, model_version AS modelVersion, upstream, usage, created_at AS createdAt,
    CASE WHEN json_valid(parameters) THEN json_extract(parameters, '$.imageSize') END AS imageSize,
    CASE WHEN instr(parts, '"inline') > 0 AND json_valid(parts) THEN (
      SELECT count(*) FROM json_each(parts) WHERE json_extract(value, '$.thought') IS NOT 1 AND coalesce(
        json_extract(value, '$.inlineData.mimeType'), json_extract(value, '$.inlineData.mime_type'),
        json_extract(value, '$.inline_data.mimeType'), json_extract(value, '$.inline_data.mime_type')
      ) LIKE 'image/%'
    ) ELSE 0 END AS images
  FROM turns WHERE conversation_id = ? AND role = 'model' AND upstream IN ('service', 'vendor')
    AND (usage IS NOT NULL OR instr(parts, '"inline') > 0)`

export function readCost(
  connection: Connection,
  prices: PriceTable,
  conversationId: string,
): ConversationCost {
  if (prices.entries.length === 0) return { nanos: null, unknown: 0 }
  const costs = connection.all<AnswerRow>(answersSql, [conversationId]).map((row) => toCost(row, prices))
  const known = costs.filter((cost) => cost !== null)
  return {
    nanos: known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0),
    unknown: costs.length - known.length,
  }
}

function toCost(row: AnswerRow, prices: PriceTable): number | null {
  const price = findPrice(prices, {
    ...row,
    provider: UpstreamKind.parse(row.upstream),
    at: row.createdAt,
  })
  const usage = row.usage === null ? null : (parseStored(UsageMetadata, row.usage) ?? null)
  return price && costOfAnswer(price.rates, { ...row, usage })
}
