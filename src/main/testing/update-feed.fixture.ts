// A local feed with packages, and stubs of the commands that would install them.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { writeUpdateFeed } from '../../dev/package-lists.mjs'
import { type DownloadServer, openDownloadServer } from './download-server.fixture'

const run = promisify(execFile)

export interface TestFeed extends DownloadServer {
  readonly url: string
  /** The served files. */
  readonly folder: string
  /** Serves these packages as a version; returns their names. */
  publish(version: string, packages: Readonly<Record<string, Buffer>>, releaseNotes?: string): Promise<void>
}

export async function openTestFeed(): Promise<TestFeed> {
  const folder = await mkdtemp(join(tmpdir(), 'gen-playground-feed-'))
  const server = await openDownloadServer((name) => readFile(join(folder, name)).catch(() => undefined))
  return {
    ...server,
    url: `${server.origin}/updates`,
    folder,
    async publish(version, packages, releaseNotes) {
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder)
      for (const [name, bytes] of Object.entries(packages)) await writeFile(join(folder, name), bytes)
      await writeUpdateFeed(folder, { version, ...(releaseNotes ? { releaseNotes } : {}) })
    },
    async close() {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A real Debian package with nothing but a large file. */
export async function makeDebianPackage(version: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'gen-playground-deb-'))
  try {
    const fields = {
      Package: 'gen-playground',
      Version: version,
      Architecture: 'all',
      Maintainer: 'a <a@localhost>',
    }
    const control = Object.entries({ ...fields, Description: 'A test' }).map(
      ([key, value]) => `${key}: ${value}\n`,
    )
    mkdirSync(join(folder, 'root', 'DEBIAN'), { recursive: true })
    await writeFile(join(folder, 'root', 'DEBIAN', 'control'), control.join(''))
    await writeFile(join(folder, 'root', 'content'), randomBytes(500_000))
    await run('dpkg-deb', ['--root-owner-group', '--build', join(folder, 'root'), join(folder, 'x.deb')])
    return await readFile(join(folder, 'x.deb'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export interface StubbedCommands {
  /** With the folder of the stubs in front. */
  readonly path: string
  /** The calls so far, one a line: the command and its arguments. */
  readCalls(): Promise<string>
}

/** Stubs of `pkexec`, which runs its command, and of `apt-get`, which installs nothing. Both record their calls. */
export async function stubInstallCommands(folder: string, exitCode = 0): Promise<StubbedCommands> {
  const record = join(folder, 'calls.txt')
  await mkdir(folder, { recursive: true })
  const error = exitCode === 0 ? '' : 'echo "E: Could not get lock" >&2\n'
  const programs = {
    pkexec: `echo pkexec >> "${record}"\nexec "$@"\n`,
    'apt-get': `echo "apt-get $*" >> "${record}"\n${error}exit ${exitCode}\n`,
  }
  for (const [name, program] of Object.entries(programs))
    await writeFile(join(folder, name), `#!/bin/sh\n${program}`, { mode: 0o755 })
  return {
    path: [folder, process.env.PATH].join(delimiter),
    readCalls: () => readFile(record, 'utf8').catch(() => ''),
  }
}
