// The cost of a conversation's answers, by the price table.
import { costOfAnswer, findPrice, needsImageCount, toLocalDay } from '#shared/prices/cost'
import type { ConversationCost } from '#shared/schemas/chat'
import { UsageMetadata } from '#shared/schemas/content'
import type { PriceRates, PriceTable } from '#shared/schemas/prices'
import { UpstreamKind } from '#shared/schemas/upstream'
import type { Connection } from '../database/connection'
import { parseStored } from '../parse-json'

interface AnswerRow {
  readonly id: string
  readonly model: string | null
  readonly modelVersion: string | null
  readonly upstream: string
  readonly usage: string | null
  readonly createdAt: number
  readonly imageSize: string | null
}

/** Includes deleted answers, which were billed too. Failed ones without usage were not. */
const answersSql = `SELECT id, model, model_version AS modelVersion, upstream, usage, created_at AS createdAt,
    CASE WHEN json_valid(parameters) THEN json_extract(parameters, '$.imageSize') END AS imageSize
  FROM turns WHERE conversation_id = ? AND role = 'model' AND upstream IN ('service', 'vendor', 'openai')
    AND (usage IS NOT NULL OR state IN ('complete', 'stopped', 'interrupted'))`

/** Only for answers with a price per image, because this reads their parts. */
const imagesSql = `SELECT turns.id, count(*) AS images
  FROM json_each(?) AS asked JOIN turns ON turns.id = asked.value, json_each(CASE WHEN json_valid(turns.parts) THEN turns.parts ELSE '[]' END) AS part
  WHERE json_extract(part.value, '$.thought') IS NOT 1 AND coalesce(
    json_extract(part.value, '$.inlineData.mimeType'), json_extract(part.value, '$.inlineData.mime_type'),
    json_extract(part.value, '$.inline_data.mimeType'), json_extract(part.value, '$.inline_data.mime_type')
  ) LIKE 'image/%' GROUP BY turns.id`

export function readCost(
  connection: Connection,
  prices: PriceTable,
  conversationId: string,
): ConversationCost {
  if (prices.entries.length === 0) return { nanos: null, unknown: 0 }
  const answers = findPrices(connection.all<AnswerRow>(answersSql, [conversationId]), prices)
  const perImage = answers.filter(({ rates }) => rates !== null && needsImageCount(rates))
  const images = countImages(connection, perImage)
  const costs = answers.map(({ id, rates, usage, imageSize }) => {
    const read = usage === null ? null : (parseStored(UsageMetadata, usage) ?? null)
    return rates && costOfAnswer(rates, { usage: read, imageSize, images: images.get(id) ?? 0 })
  })
  const known = costs.filter((cost) => cost !== null)
  return {
    nanos: known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0),
    unknown: costs.length - known.length,
  }
}

/** Searches the table once for each model and day: a chat may have thousands of answers. */
function findPrices(rows: readonly AnswerRow[], prices: PriceTable) {
  const found = new Map<string, PriceRates | null>()
  return rows.map((row) => {
    const provider = UpstreamKind.parse(row.upstream)
    const key = JSON.stringify([row.model, row.modelVersion, provider, toLocalDay(row.createdAt)])
    let rates = found.get(key)
    if (rates === undefined) {
      rates = findPrice(prices, { ...row, provider, at: row.createdAt })?.rates ?? null
      found.set(key, rates)
    }
    return { ...row, rates }
  })
}

function countImages(
  connection: Connection,
  answers: readonly Pick<AnswerRow, 'id'>[],
): ReadonlyMap<string, number> {
  if (answers.length === 0) return new Map()
  const ids = JSON.stringify(answers.map(({ id }) => id))
  const rows = connection.all<{ id: string; images: number }>(imagesSql, [ids])
  return new Map(rows.map(({ id, images }) => [id, images]))
}
