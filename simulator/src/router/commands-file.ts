import { decodeText } from '../protocol/wire.ts'
import { answer, done } from './caller.ts'
import type { Handler } from './handler.ts'
import { parseScript } from '../scripting/parse.ts'
import { JobStopped } from './jobs.ts'
import { messageOf, noPermission, Trap } from './trap.ts'

const largestChunk = 32_768

/** Reads a chunk of a file: `/file/read file= chunk-size= offset=` replies with one row with `data`. */
const read: Handler = (router, caller, args) => {
  if (!caller.policies.has('read')) throw noPermission()
  const file = router.files.get(args.get('file') ?? '')
  if (!file) throw new Trap('input does not match any value of file', 1)
  const size = Number(args.get('chunk-size') ?? largestChunk)
  const offset = Number(args.get('offset') ?? 0)
  if (!(size >= 1 && size <= largestChunk)) throw new Trap(`value of chunk-size out of range (1..${largestChunk})`, 1)
  if (!(offset >= 0)) throw new Trap('invalid value for argument offset', 1)
  return { rows: [{ data: decodeText(file.bytes.subarray(offset, offset + size)) }] }
}

/** Runs a script as a job; with `as-string` it waits and returns the output, else it returns the job's id. */
const executeScript: Handler = async (router, caller, args) => {
  if (!caller.policies.has('write')) throw noPermission()
  const { id, output } = router.jobs.run(caller, args.get('script') ?? '')
  if (args.has('as-string')) return answer((await output.catch(rejected)).join('\n'))
  const file = args.get('file')
  output
    .then((lines) => {
      if (file !== undefined) router.files.write(`${file}.txt`, Buffer.from(lines.join('\n')), router.now())
    })
    // No client waits for the result: the log records the error.
    .catch((error: unknown) => router.log('script,error', `executing script failed: ${messageOf(error)}`))
  return answer(id)
}

/** A client that waits for a job which was stopped receives a trap. */
function rejected(error: unknown): never {
  throw error instanceof JobStopped ? new Trap(error.message, 2) : error
}

const runNamed: Handler = async (router, caller, args) => {
  const wanted = args.get('number') ?? args.get('numbers') ?? args.get('.id')
  const row = router.table('/system/script').rows.find((one) => one['.id'] === wanted || one['name'] === wanted)
  if (!row) throw new Trap('no such item', 0)
  row['run-count'] = String(Number(row['run-count'] ?? '0') + 1)
  await router.jobs.run(caller, row['name'] ?? '').output.catch(rejected)
  return done
}

/** Imports a file of commands; `dry-run` (with `verbose`) only parses it. */
const importFile: Handler = async (router, caller, args) => {
  if (!caller.policies.has('write')) throw noPermission()
  const file = router.files.get(args.get('file-name') ?? '')
  if (!file) throw new Trap('input does not match any value of file-name', 1)
  const source = file.bytes.toString('utf8')
  if (args.has('dry-run')) {
    parseScript(source)
    return done
  }
  try {
    // Not a job: it ends with its command, and a configuration may be longer than a script.
    await router.runScript(caller, source, new AbortController().signal)
  } catch (error) {
    if (error instanceof Trap) throw new Trap(`failure: ${error.message}`, 3)
    throw error
  }
  router.log('system,info', `script ${file.name} imported by ${caller.user}`)
  return done
}

export const fileHandlers: Readonly<Record<string, Handler>> = {
  '/file/read': read,
  '/execute': executeScript,
  '/import': importFile,
  '/system/script/run': runNamed,
}
