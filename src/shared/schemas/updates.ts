// Updates of the application: their settings, the state that Settings shows, and what is running here.
import { z } from 'zod'

const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whoever can change a package chooses what is installed, so it needs HTTPS, except from this computer. */
export function isSafeUpdateUrl(url: string): boolean {
  try {
    const { protocol, hostname } = new URL(url)
    return protocol === 'https:' || (protocol === 'http:' && loopbackHost.test(hostname))
  } catch {
    return false
  }
}

export const UpdateSettings = z.object({
  /** Check after every start and once a day. Nothing is requested if it is false, except when the user checks. */
  isAutomatic: z.boolean().default(false),
})
export type UpdateSettings = z.infer<typeof UpdateSettings>

export const defaultUpdates: UpdateSettings = UpdateSettings.parse({})

/** `deb` and `AppImage` can be updated from within; `other` is an archive or an installer, `source` a checkout. */
export const PackageType = z.enum(['deb', 'AppImage', 'other', 'source'])
export type PackageType = z.infer<typeof PackageType>

export const AvailableUpdate = z.object({
  version: z.string(),
  /** In bytes; null if the feed does not have it. */
  size: z.number().nullable(),
  /** Plain text. */
  notes: z.string().nullable(),
})
export type AvailableUpdate = z.infer<typeof AvailableUpdate>

const update = z.object({ update: AvailableUpdate })
const UpdatePhase = z.discriminatedUnion('type', [
  z.object({ type: z.literal('idle') }),
  z.object({ type: z.literal('checking') }),
  /** `latest` is the feed's version, which is this one or an older one. */
  z.object({ type: z.literal('current'), latest: z.string() }),
  update.extend({ type: z.literal('available') }),
  update.extend({ type: z.literal('downloading'), bytes: z.number(), totalBytes: z.number() }),
  /** The package is on the disk and verified. */
  update.extend({ type: z.literal('downloaded') }),
  z.object({
    type: z.literal('failed'),
    action: z.enum(['check', 'download']),
    /** The reason and what to do next, in whole sentences. */
    message: z.string(),
    /** It can be downloaded again; null after a failed check. */
    update: AvailableUpdate.nullable(),
  }),
])
export type UpdatePhase = z.infer<typeof UpdatePhase>

export const UpdateState = z.object({
  /** Whether the package was built with the URL of a feed. Without one, there are no updates. */
  hasFeed: z.boolean(),
  phase: UpdatePhase,
  /** When the last successful check ended, in milliseconds since 1970; null if there was none since the start. */
  checkedAt: z.number().nullable(),
  /** Why nothing can be installed now, in whole sentences; null if it can. */
  blocker: z.string().nullable(),
})
export type UpdateState = z.infer<typeof UpdateState>

/** Describes the running application, for reports of bugs. */
export const BuildInfo = z.object({
  version: z.string(),
  /** The abbreviated commit, with `+` if files were changed after it; null if it was built without Git. */
  commit: z.string().nullable(),
  /** The commit's date, ISO 8601. */
  date: z.string().nullable(),
  electron: z.string(),
  /** The version that this application is developed and tested for. */
  pinnedElectron: z.string(),
  chromium: z.string(),
  node: z.string(),
  /** `linux x64`, with the kernel's version. */
  system: z.string(),
  packageType: PackageType,
  /** False with `--no-sandbox`, which an AppImage adds where it has no user namespaces. */
  isSandboxed: z.boolean(),
  dataFolder: z.string(),
})
export type BuildInfo = z.infer<typeof BuildInfo>
