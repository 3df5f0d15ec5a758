// Faults of the application itself, which the window shows once.
import { z } from 'zod'

/**
 * `error`: unhandled in main, and the work goes on. `restart`: main started again after several. `window`, `graphics`,
 * `gateway`, `helper`: that process or thread ended and was started again.
 */
export const IncidentKind = z.enum(['error', 'restart', 'window', 'graphics', 'gateway', 'helper'])
export type IncidentKind = z.infer<typeof IncidentKind>

export const Incident = z.object({ kind: IncidentKind })
export type Incident = z.infer<typeof Incident>
