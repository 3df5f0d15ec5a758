// Runs before each test file: files share a process, but neither modules with state nor replaced globals.
import { vi } from 'vitest'

vi.resetModules()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
vi.useRealTimers()
