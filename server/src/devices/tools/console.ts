import { message } from '@trunkline/contract/errors'
import {
  maxChangedRows,
  maxConsoleRows,
  type ConsolePlan,
  type ConsoleReply,
} from '@trunkline/contract/resources/device-console'
import {
  exportConfig,
  isMissingMenu,
  isSecretProperty,
  maskSecrets,
  RouterError,
  type Row,
  type Session,
} from '@trunkline/routeros'
import { invalid } from '../../errors.ts'
import type { Step } from '../devices.ts'
import { inOneLine } from '../faults.ts'
import { identityOf, masked, type ReadingLine, type WritingLine } from './console-line.ts'

/** Milliseconds of one command, within the 15 seconds of a request to a device. */
const commandMs = 12_000
/** Lines of an export that are shown. */
const maxLines = 5000

/** The private key of a ZeroTier identity is the second part of its value; values of a container may be secrets. */
const secretsOfMenus: Readonly<Record<string, readonly string[]>> = {
  zerotier: ['identity'],
  'container/envs': ['value'],
  'snmp/community': ['name'],
}

/** A row for display: without secrets, and without control characters. */
const shownRow = (menu: string, row: Row): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row).map(([property, value]) => {
      const isSecret = isSecretProperty(property) || (secretsOfMenus[menu]?.includes(property) ?? false)
      return [property, isSecret && value !== '' ? '***' : maskSecrets(inOneLine(value))]
    }),
  )

/** Sends a line that reads. @throws RouterError */
async function answer(session: Session, line: ReadingLine): Promise<{ rows: Row[]; text: string | null }> {
  const timeoutMs = commandMs
  if (line.kind === 'export') return { rows: [], text: await exportConfig(session, { timeoutMs }) }
  if (line.kind === 'run') {
    const { rows } = await session.run(line.command, line.args, { timeoutMs })
    return { rows, text: null }
  }
  const { menu, where, proplist, args } = line
  if ('count-only' in args) {
    const rows = await session.print(menu, { proplist: ['.id'], timeoutMs, ...(where && { where }) })
    return { rows: [{ count: String(rows.length) }], text: null }
  }
  const rows = await session.print(menu, { args, timeoutMs, ...(where && { where }), ...(proplist && { proplist }) })
  return { rows, text: null }
}

const menuOf = (line: ReadingLine) =>
  line.kind === 'print' ? line.menu : line.kind === 'run' ? line.command.replace(/\/[^/]+$/, '') : ''

/** Words that continue the last one of an input. No conditions: their words are not in the command tree. */
export async function completionsOf(session: Session, input: string): Promise<string[]> {
  if (/\b(?:where|do|else|rule|command|on-error)\b/.test(input) || /[[{("$;]/.test(input)) return []
  try {
    // Without `.proplist`, most replies over the binary API lack rows.
    const args = { request: 'completion', input, '.proplist': 'completion' }
    const { rows } = await session.run('console/inspect', args, { timeoutMs: 5000 })
    const words = rows.flatMap((row) => row['completion'] ?? []).filter((word) => /^[a-z0-9][\w.-]*=?$/i.test(word))
    return [...new Set(words)].slice(0, 100)
  } catch (error) {
    if (isMissingMenu(error)) return []
    // A part that the router cannot complete.
    if (error instanceof RouterError && error.kind === 'refused') return []
    throw error
  }
}

/** Where the last word of an input starts. */
export const lastWord = (input: string): number => input.length - (/[^\s/=]*$/.exec(input)?.[0].length ?? 0)

/** The rows that a line changes, as the device has them. @throws AppError validation_failed at `line` */
async function rowsOf(session: Session, { menu, verb, rows: where }: WritingLine): Promise<Row[]> {
  if (verb === 'add') return []
  const rows = await session.print(menu, { timeoutMs: commandMs, ...(where && { where }) })
  const found = where?.['.id'] === undefined ? rows : rows.filter((row) => row['.id'] === where['.id'])
  // A menu with one record, such as /ip/dns, has no ids.
  if (where === undefined) {
    if (found.length !== 1 || found[0]?.['.id'] !== undefined) throw invalid({ line: message('console.row_required') })
    return found
  }
  if (found.length === 0) throw invalid({ line: message('console.no_row') })
  if (found.length > maxChangedRows)
    throw invalid({ line: message('console.too_many_rows', { rows: found.length, max: maxChangedRows }) })
  return found
}

/** What the change overwrites, except secrets, which are not sent to the browser. */
const overwritten = (row: Row, { verb, values }: WritingLine): Record<string, string> =>
  verb === 'remove'
    ? {}
    : Object.fromEntries(
        Object.keys(values).flatMap((property) =>
          isSecretProperty(property) ? [] : [[property, row[property] ?? '']],
        ),
      )

/** The steps of a line for these rows, with its secrets apart. */
export function stepsOf(
  line: WritingLine,
  ids: readonly string[],
  seen: Readonly<Record<string, Record<string, string>>>,
): { steps: Step[]; secrets: Record<string, string> } {
  const { menu, verb } = line
  const secrets: Record<string, string> = {}
  const values: NonNullable<Step['values']> = {}
  for (const [property, value] of Object.entries(line.values))
    if (isSecretProperty(property) && value !== null && value !== '') {
      secrets[property] = value
      values[property] = { secret: property }
    } else values[property] = value
  if (verb === 'add') {
    const identifies = identityOf(line.values)
    return { steps: [{ menu, verb, values, ...(identifies && { identifies }) }], secrets }
  }
  const targets = ids.length === 0 ? [null] : ids
  const steps = targets.map((id): Step => {
    const expected = seen[id ?? '']
    return { menu, verb, id, ...(verb === 'set' && { values }), ...(expected && { expected }) }
  })
  return { steps, secrets }
}

/** The reply to a line that reads, without secrets and limited in size. @throws RouterError */
export async function readLine(session: Session, line: ReadingLine): Promise<ConsoleReply> {
  const { rows, text } = await answer(session, line)
  const lines = text?.split('\n')
  return {
    rows: rows.slice(0, maxConsoleRows).map((row) => shownRow(menuOf(line), row)),
    text: lines === undefined ? null : lines.slice(0, maxLines).join('\n'),
    is_cut: rows.length > maxConsoleRows || (lines?.length ?? 0) > maxLines,
  }
}

/** What a line that writes would change. @throws AppError validation_failed at `line` @throws RouterError */
export async function planLine(session: Session, line: WritingLine): Promise<ConsolePlan> {
  const { menu, verb, values } = line
  const rows = await rowsOf(session, line)
  return {
    menu,
    verb,
    rows: rows.filter((row) => row['.id'] !== undefined).map((row) => shownRow(menu, row)),
    values: masked(values),
    seen_rows: Object.fromEntries(rows.map((row) => [row['.id'] ?? '', overwritten(row, line)])),
  }
}

/** A line for the audit log. */
export const maskedLine = (line: string): string => maskSecrets(line)
