// Reads the headless gateway's own models and aliases, and refuses a table that leads nowhere or in a circle.
import { findAliasProblems } from '#shared/models/aliases'
import { findModel, withOwnModels } from '#shared/models/catalogue'
import { modelKinds } from '#shared/schemas/model'
import { Alias, OwnModel } from '#shared/schemas/own-model'
import { type HeadlessValues, readBy, refuse } from './headless-options'

interface HeadlessModels {
  readonly models: readonly OwnModel[]
  readonly aliases: readonly Alias[]
}

export function readModels({ model = [], alias = [] }: HeadlessValues): HeadlessModels {
  const models: OwnModel[] = []
  for (const text of model) models.push(readModel(text, models))
  const aliases = alias.map(readAlias)
  const [problem] = findAliasProblems(aliases, withOwnModels(models))
  if (problem) throw refuse(`--alias: ${problem.message}`)
  return { models, aliases }
}

function readModel(text: string, before: readonly OwnModel[]): OwnModel {
  const [id, kind] = split(text, '--model', 'ID=KIND')
  if (!modelKinds.some((known) => known === kind))
    throw refuse(`--model ${text}: the kind must be one of ${modelKinds.join(', ')}`)
  const model = readBy(OwnModel, { id, kind }, `--model ${text}`)
  if (findModel(model.id, withOwnModels(before)))
    throw refuse(`--model ${text}: is in the list of models already`)
  return model
}

function readAlias(text: string): Alias {
  const [from, to] = split(text, '--alias', 'FROM=TO')
  return readBy(Alias, { from, to }, `--alias ${text}`)
}

function split(text: string, flag: string, form: string): readonly [string, string] {
  const sides = text.split('=')
  const [left = '', right = ''] = sides
  if (sides.length !== 2 || left === '' || right === '') throw refuse(`${flag} ${text}: must be ${form}`)
  return [left, right]
}
