// Runs code samples with a shell, Node.js or Python.
import { spawn } from 'node:child_process'

const programs = {
  sh: { command: 'sh', options: ['-s'], advice: 'Install a POSIX shell.' },
  node: { command: process.execPath, options: ['--input-type=module', '-'], advice: 'Install Node.js.' },
  python: {
    command: 'python3',
    options: ['-'],
    advice: 'Install Python 3 (on Debian and Ubuntu: apt-get install python3).',
  },
} as const

export type Program = keyof typeof programs

interface SampleResult {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

/** Passes the code through standard input, so that packages are resolved from the project's folder. */
export function runSample(
  program: Program,
  code: string,
  environment: Record<string, string>,
): Promise<SampleResult> {
  const { command, options, advice } = programs[program]
  return new Promise((resolve, reject) => {
    const child = spawn(command, options, { env: { ...process.env, ...environment } })
    const output: Buffer[] = []
    const errors: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
    child.on('error', (cause) => reject(new Error(`Couldn't run ${command}. ${advice}`, { cause })))
    child.on('close', (exitCode) =>
      resolve({
        code: exitCode,
        output: Buffer.concat(output).toString(),
        errors: Buffer.concat(errors).toString(),
      }),
    )
    child.stdin.end(code)
  })
}
