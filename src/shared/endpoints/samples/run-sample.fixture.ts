// Runs code samples with a shell, Node.js or Python.
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

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

/** What separates the output of samples, with the exit code of the one before. */
const separator = /\0(\d)\0/

/** Runs each of the paths in its arguments, and writes separators. */
const runAll = {
  node: `for (const path of PATHS) {
      const code = await import(path).then(() => 0, (error) => (console.error(error), 1))
      for (const stream of [process.stdout, process.stderr]) stream.write("\\0" + code + "\\0")
    }`,
  python: `import sys
for path in PATHS:
    code = 0
    try:
        exec(compile(open(path).read(), path, "exec"), {"__name__": "__main__"})
    except SystemExit as error:
        print(error, file=sys.stderr)
        code = 1
    for stream in [sys.stdout, sys.stderr]:
        print("\\0%d\\0" % code, end="", file=stream, flush=True)
`,
}

/** Runs samples one after the other, those of Node.js and Python in one process, because its start takes longer than they do. */
export async function runSamples(
  program: Program,
  codes: readonly string[],
  environment: Record<string, string>,
): Promise<readonly SampleResult[]> {
  if (program === 'sh') {
    const results: SampleResult[] = []
    for (const code of codes) results.push(await runSample(program, code, environment))
    return results
  }
  // Within the project, where they find its packages.
  const parent = join(import.meta.dirname, '../../../../node_modules/.cache')
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, 'samples-'))
  const paths = codes.map((_, index) => join(folder, `${index}.mjs`))
  try {
    for (const [index, code] of codes.entries()) await writeFile(paths[index] ?? '', code)
    const script = runAll[program].replace('PATHS', JSON.stringify(paths))
    const { output, errors } = await runSample(program, script, environment)
    const [outputs, messages] = [output, errors].map((text) => text.split(separator))
    return codes.map((_, index) => ({
      code: outputs?.[2 * index + 1] === undefined ? null : Number(outputs[2 * index + 1]),
      output: outputs?.[2 * index] ?? '',
      errors: messages?.[2 * index] ?? '',
    }))
  } finally {
    await rm(folder, { recursive: true })
  }
}
