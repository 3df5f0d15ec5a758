// Tells whether the Google SDK sends a schema as it is given, but for upper-case types.
import { isObject } from './sample-body'

const types = new Set(['STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT'])

/** It rewrites unions and null, drops `additionalProperties`, and moves what names its `$schema`. */
export function isKeptBySdk(schema: unknown): boolean {
  if (!isObject(schema) || ('type' in schema && 'anyOf' in schema)) return false
  return Object.entries(schema).every(([name, value]) => isMemberKept(name, value))
}

function isMemberKept(name: string, value: unknown): boolean {
  if (value === null || name === '$schema' || name === 'additionalProperties') return false
  if (name === 'type') return typeof value === 'string' && types.has(value.toUpperCase())
  if (name === 'items') return isKeptBySdk(value)
  if (name === 'anyOf') return Array.isArray(value) && value.every(isKeptBySdk)
  if (name === 'properties') return isObject(value) && Object.values(value).every(isKeptBySdk)
  return true
}
