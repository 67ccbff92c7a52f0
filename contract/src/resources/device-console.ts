import * as z from 'zod/mini'
import { data, endpoint } from '../endpoint.ts'
import { issue } from '../errors.ts'
import { type FieldMeta, line, requiredLine } from '../fields.ts'
import { rowId } from './control-shapes.ts'
import { queuedCommand } from './device-command.ts'

/** Rows of a reply that are shown. */
export const maxConsoleRows = 200
/** Rows that one line may change. */
export const maxChangedRows = 20

const commandLine = () =>
  requiredLine(1000).register(z.globalRegistry, { 'x-sample': '/ip/address/print' } as FieldMeta)
const writingLine = () =>
  requiredLine(1000).register(z.globalRegistry, { 'x-sample': '/ip/address/disable *1' } as FieldMeta)

const consoleRow = z.record(z.string(), z.string())

/** The reply to a line, with masked secrets. */
export const consoleReply = z.object({
  rows: z.array(consoleRow),
  /** Text instead of rows: the configuration of `export`. */
  text: z.nullable(z.string()),
  /** Whether further rows or lines are not shown. */
  is_cut: z.boolean(),
})
export type ConsoleReply = z.infer<typeof consoleReply>

/** What a line would change. */
export const consolePlan = z.object({
  menu: z.string(),
  verb: z.enum(['add', 'set', 'remove']),
  /** The rows by id as the device has them, with masked secrets; empty for `add` and a menu with one record. */
  rows: z.array(consoleRow),
  /** What is written, with masked secrets. */
  values: consoleRow,
  /** Values that the change overwrites, by id of the row: sent with the line, which is rejected if they differ then. */
  seen_rows: z.record(z.string(), consoleRow),
})
export type ConsolePlan = z.infer<typeof consolePlan>

const base = '/hardware/control/{id}/console'
const read = { action: 'create', subject: 'device-console' } as const
const write = { action: 'manage', subject: 'device-console' } as const
const notPossible = { 409: ['row.trashed', 'device.not_managed'] } as const
const ofLine = [
  'console.syntax',
  'console.script',
  'console.operator',
  'console.secret_condition',
  'console.row_required',
  'console.menu_protected',
] as const
const ofWrite = [
  ...ofLine,
  'console.not_writing',
  'console.property_protected',
  'console.no_row',
  'console.too_many_rows',
  'console.values_required',
] as const

export const deviceConsole = {
  read: endpoint({
    name: 'device-console.read',
    method: 'POST',
    path: `${base}/read`,
    access: read,
    object: 'hardware',
    reasons: { ...notPossible, 422: [...ofLine, 'console.not_reading'] },
    summary: 'Send a line that reads to the command line of the device; recorded in the audit log',
    device: true,
    perMinute: 60,
    body: z.object({ line: commandLine() }),
    reply: data(consoleReply),
  }),
  complete: endpoint({
    name: 'device-console.complete',
    method: 'POST',
    path: `${base}/complete`,
    access: read,
    object: 'hardware',
    reasons: notPossible,
    summary: 'List words that continue a line, from the command tree of the device',
    device: true,
    perMinute: 240,
    body: z.object({ input: line(500) }),
    reply: data(
      z.object({
        /** Where the last word of the input starts, which a completion replaces. */
        offset: z.int(),
        completions: z.array(z.string()),
      }),
    ),
  }),
  plan: endpoint({
    name: 'device-console.plan',
    method: 'POST',
    path: `${base}/plan`,
    access: write,
    object: 'hardware',
    reasons: { ...notPossible, 422: ofWrite },
    summary: 'Show what a line that writes would change on the device',
    device: true,
    perMinute: 60,
    body: z.object({ line: writingLine() }),
    reply: data(consolePlan),
  }),
  write: endpoint({
    name: 'device-console.write',
    method: 'POST',
    path: `${base}/write`,
    access: write,
    object: 'hardware',
    reasons: { 422: ofWrite },
    summary: 'Send a line that writes, with a rollback; recorded in the audit log with masked secrets',
    deviceWrite: 'seen_rows',
    perMinute: 20,
    body: z.object({
      line: writingLine(),
      /** Ids of the rows to change, as the plan lists them; empty for `add` and a menu with one record. */
      ids: z.array(rowId()).check(z.maxLength(maxChangedRows, issue('field.max_entries', { max: maxChangedRows }))),
      /** As in the plan. */
      seen_rows: z.optional(z.record(z.string(), consoleRow)),
    }),
    reply: data(queuedCommand),
    status: 202,
  }),
}
