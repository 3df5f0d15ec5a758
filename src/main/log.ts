// Logs events and errors without any text of the user or a provider: only texts of this file, codes, and positions in the code.
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { release } from 'node:os'
import { join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'

/** A part of the application that can fail to close. */
export type PartName = 'workspace' | 'connection to the gateway' | 'gateway' | 'library index'
type ProcessType = Electron.Details['type']
type EndReason = Exclude<Electron.Details['reason'], 'clean-exit'>

/** All that an entry can say. No member takes a text from outside of the code, so that none can be a prompt or a key. */
export type LogEvent =
  | 'Started in safe mode'
  | 'The window is open'
  | 'Stopped'
  | 'Couldn’t start'
  | 'Uncaught exception'
  | 'Unhandled rejection'
  | 'Restarted after repeated errors'
  | `The process ${ProcessType} ended: ${EndReason}, exit code ${number}`
  | `The window's process ended: ${EndReason}, exit code ${number}`
  | 'The preload script failed'
  | `The page failed to load: ${number}`
  | 'The page loaded, but showed nothing'
  | 'The gateway’s thread ended'
  | 'The thread that reads vectors ended'
  | 'The thread of the request log ended'
  | 'The thread that reads the database ended'
  | 'The thread that reads imported files ended'
  | `The ${PartName} did not close within ${number} s`
  | `The ${PartName} failed to close`
  | `Saved a snapshot: ${number} MB in ${number} ms`
  | 'Couldn’t save a snapshot'
  | 'The database is damaged'
  | 'Restored a snapshot'
  | `The update failed: ${'check' | 'download'}`
  | 'The update was not installed'

export interface Log {
  readonly folder: string
  /** Synchronous, because the process may be about to end. Never throws. */
  write(event: LogEvent, error?: unknown): void
  /** Logs the versions of the application and its runtime. */
  writeStart(version: string): void
  /** The last lines of the newest file. */
  readTail(): string
}

interface LogOptions {
  readonly folder: string
  /** Positions in the code are given relative to this folder; others only if they are in Node.js or Electron. */
  readonly codeFolder: string
  readonly maxBytes?: number
}

const maxFiles = 5
const defaultMaxBytes = 2 * 1024 * 1024
const maxCauses = 5
const maxFrames = 20
const tailBytes = 8_192

export function openLog({ folder, codeFolder, maxBytes = defaultMaxBytes }: LogOptions): Log {
  const file = pathOf(folder, 0)
  const append = (text: string, error?: unknown) => {
    try {
      const lines = error === undefined ? [] : describeError(error, codeFolder)
      const entry = `${[`${new Date().toISOString()} ${text}`, ...lines].join('\n  ')}\n`
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      if (size + Buffer.byteLength(entry) > maxBytes) rotate(folder)
      appendFileSync(file, entry, { mode: 0o600 })
    } catch {
      // A full disk must not cause a second error.
    }
  }
  return {
    folder,
    write: append,
    writeStart(version) {
      const { electron, chrome, node } = process.versions
      const runtime = `Electron ${electron}, Chromium ${chrome}, Node.js ${node}`
      append(`Started: version ${version}, ${runtime}, ${process.platform} ${release()}, ${process.arch}`)
    },
    readTail: () => readEnd(file),
  }
}

/** The newest file has the number 0. */
function pathOf(folder: string, number: number): string {
  return join(folder, number === 0 ? 'gen-playground.log' : `gen-playground.${number}.log`)
}

function rotate(folder: string): void {
  rmSync(pathOf(folder, maxFiles - 1), { force: true })
  for (let number = maxFiles - 2; number >= 0; number -= 1) {
    const path = pathOf(folder, number)
    if (statSync(path, { throwIfNoEntry: false })) renameSync(path, pathOf(folder, number + 1))
  }
}

function readEnd(file: string): string {
  try {
    const handle = openSync(file, 'r')
    try {
      const { size } = statSync(file)
      const bytes = Buffer.alloc(Math.min(size, tailBytes))
      readSync(handle, bytes, 0, bytes.length, size - bytes.length)
      const text = bytes.toString('utf8')
      return size > tailBytes ? text.slice(text.indexOf('\n') + 1) : text
    } finally {
      closeSync(handle)
    }
  } catch {
    return ''
  }
}

/** An error's message may quote a prompt, a file, or a provider's response, so it is never written. */
function describeError(error: unknown, codeFolder: string, depth = 0): string[] {
  if (!(error instanceof Error)) return [`Not an error: ${typeof error}`]
  const frames = listFrames(error, codeFolder)
  const title = [nameClass(error), ...listCodes(error), findKnownPhrase(error)].filter(Boolean).join(' ')
  const causes =
    error.cause === undefined || depth === maxCauses
      ? []
      : describeError(error.cause, codeFolder, depth + 1).map((line, at) =>
          at === 0 ? `Cause: ${line}` : line,
        )
  return [title, ...frames, ...causes]
}

function nameClass(error: Error): string {
  const { name } = error.constructor
  return /^[A-Z]\w{0,40}$/.test(name) ? name : 'Error'
}

/** Codes of SQLite, Node.js and this application, such as `SQLITE_CORRUPT`, `ENOSPC` and `NOT_FOUND`. */
function listCodes(error: Error): string[] {
  if (error instanceof ApiError) return [error.code]
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (typeof code !== 'string' || !systemCode.test(code)) return []
  return typeof syscall === 'string' && /^[a-z]{2,16}$/.test(syscall) ? [code, syscall] : [code]
}

const systemCode = /^(?:E[A-Z0-9]{2,15}|(?:ERR|UND_ERR|SQLITE)_[A-Z_]{3,40})$/

/** The JavaScript engine’s message, without the names and values in it. */
function findKnownPhrase(error: Error): string {
  const phrase = phrases.find((text) => error.message.includes(text))
  return phrase === undefined ? '' : `(… ${phrase} …)`
}

const phrases = [
  'Cannot read properties of undefined',
  'Cannot read properties of null',
  'Cannot set properties of undefined',
  'Cannot set properties of null',
  'is not a function',
  'is not a constructor',
  'is not iterable',
  'is not defined',
  'is not valid JSON',
  'before initialization',
  'Assignment to constant variable',
  'Maximum call stack size exceeded',
  'Invalid array length',
  'Invalid string length',
  'Array buffer allocation failed',
  'Cannot find module',
] as const

/** Only positions in files of the application, Node.js and Electron, with the functions' names. */
function listFrames({ stack = '', message }: Error, codeFolder: string): string[] {
  // A message can have lines that look like these.
  const lines = (message === '' ? stack : stack.replaceAll(message, '')).split('\n')
  return lines
    .flatMap((line) => {
      const [, name = '', path = '', at = ''] = framePattern.exec(line) ?? []
      const position = toKnownPath(path.replace(/^file:\/\//, ''), codeFolder)
      return position === undefined ? [] : [`  at ${name === '' ? '' : `${name} `}(${position}${at})`]
    })
    .slice(0, maxFrames)
}

const framePattern = /^ {4}at (?:(?:async |new )*([\w$.<>]{1,80})(?: \[as [^\]]*\])? \()?(.*?)(:\d+:\d+)\)?$/

function toKnownPath(path: string, codeFolder: string): string | undefined {
  if (/^node:[\w/]+$/.test(path) || /^node:electron\/[\w/]+$/.test(path)) return path
  const inside = path.startsWith(codeFolder) ? path.slice(codeFolder.length) : ''
  return /^[/\\][\w./\\-]+$/.test(inside) ? inside.slice(1) : undefined
}
