import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { inject } from 'vitest'

/** The output of a process on both streams, and its exit code. */
export interface ProcessExit {
  code: number | null
  printed: string
}

export interface PanelProcess {
  child: ChildProcess
  printed(): string
  /** Resolves with the exit code once the process has ended. */
  ended: Promise<ProcessExit>
  /**
   * The URL of the pages, once it is ready.
   * @throws Error if the process has ended before
   */
  ready(): Promise<string>
  /** Stops it gracefully. */
  stop(): Promise<ProcessExit>
}

/** Starts the panel with exactly these arguments and this environment, plus the minimum that a test needs. */
export function startPanelProcess(environment: NodeJS.ProcessEnv, argv: string[] = []): PanelProcess {
  const child = spawn(process.execPath, [...inject('panelArguments'), ...argv], {
    env: {
      TRUNKLINE_DEMO: 'off',
      TRUNKLINE_RADIUS: 'off',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)))
  const ended = once(child, 'close').then(([code]): ProcessExit => ({ code: code as number | null, printed }))
  return {
    child,
    printed: () => printed,
    ended,
    async ready() {
      while (!printed.includes(' is ready after ')) {
        const early = await Promise.race([
          ended,
          new Promise<undefined>((done) => setTimeout(() => done(undefined), 50)),
        ])
        if (early !== undefined) throw new Error(`The panel ended with ${early.code}: ${early.printed}`)
      }
      return /is at (http:\S+)/.exec(printed)?.[1] ?? ''
    },
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}
