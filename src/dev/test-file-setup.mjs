// Runs before each test file: files share a process, but must not share module state or replaced globals.
import { vi } from 'vitest'

vi.resetModules()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
vi.useRealTimers()
