import { message, type Message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { actorMay } from '../../access/actor.ts'
import { readActorOf } from '../../access/actor-of-user.ts'
import type { Config } from '../../config.ts'
import { createMailService } from '../../mail/queue.ts'
import { addJob } from '../../jobs/queue.ts'
import { defineTasks, nothing, type TaskContext } from '../../jobs/tasks.ts'
import { isServerError } from '../../errors.ts'
import { toAppError } from '../../http/error-reply.ts'
import { assertMayOwn } from './start.ts'
import { importKinds } from './kinds.ts'
import { clearLedger, ImportStopped, type RunId } from './ledger.ts'
import { withFile } from './stored-file.ts'
import { ImportBusy, nothingWritten, runImport, settle, acquireSlot, type RunOf } from './run.ts'
import type { StoredImport } from './shown-rows.ts'
import { UnreadableFile } from './table-limits.ts'

/** An interrupted run is retried once: a run that is interrupted twice would be interrupted again. */
const maxAttempts = 2
const retentionDays = 30

const notAllowed = message('import.failed', { error: message('import.no_longer_allowed') })

interface StoredTenantSettings {
  run: string
  ip?: string
  request_id?: string
  scopes?: string[] | null
  impersonator_id?: number | null
}

/** What runs need beside their file. */
type RunTools = Pick<RunOf, 'key' | 'sender'>

export const importTasks = (config: Pick<Config, 'baseUrl' | 'smtpUrl' | 'mailFrom' | 'key'>) => {
  const tools: RunTools = {
    key: config.key,
    sender: { mail: createMailService(config), config: { baseUrl: config.baseUrl } },
  }
  return defineTasks({
    'run-import': {
      payload: z.object({ import_id: z.int() }),
      timeoutMs: 3_600_000,
      async run({ import_id }, context) {
        const stored = await claim(import_id, context)
        // Already done, stopped or deleted.
        if (stored === undefined) return
        const thisRun = { id: import_id, run: stored.tenant.run }
        try {
          await runStored(tools, stored, context)
        } catch (error) {
          if (error instanceof ImportStopped) {
            // Stopped by the user: the state is final. Interrupted by a shutdown: another process retries it.
            if (context.signal.aborted) throw error
            return
          }
          if (error instanceof ImportBusy)
            return context.system(
              async (tx) =>
                void (await addJob(
                  tx,
                  'run-import',
                  { import_id },
                  { key: `import:${import_id}`, runAt: new Date(Date.now() + 2000) },
                )),
            )
          const known = error instanceof UnreadableFile ? error.reason : failureOf(error)
          if (known === undefined) throw error
          await fail(context, thisRun, known)
        }
      },
      settled: async ({ import_id }, { tx }) => {
        const { rows } = await sql`
          select 1 from import where id = ${import_id} and state in ('checking', 'applying')`.execute(tx)
        return rows.length === 0 ? 'the import has ended' : undefined
      },
    },
    'prune-imports': {
      payload: nothing,
      cron: '41 3 * * *',
      run: (_, { system }) =>
        system(async (tx) => {
          await sql`delete from import where created_at < now() - make_interval(days => ${retentionDays}) and state not in ('checking', 'applying')`.execute(
            tx,
          )
          // The timeout of a run is one hour: the process that would have ended an older one is gone.
          await sql`
            update import set state = 'failed', failure = ${JSON.stringify(interrupted)}::jsonb, finished_at = clock_timestamp(), ${nothingWritten}
            where state in ('checking', 'applying') and updated_at < now() - interval '3 hours'`.execute(tx)
        }),
    },
  })
}

const interrupted = message('import.interrupted')

/** The message for an error that the file caused; undefined for other errors. */
function failureOf(error: unknown): Message | undefined {
  const known = toAppError(error)
  if (isServerError(known.code)) return undefined
  return message('import.failed', { error: Object.values(known.fields ?? {})[0] ?? known.reason })
}

type Claimed = StoredImport & { tenant: StoredTenantSettings }

/** The import, after the results of an earlier run were deleted; undefined if it is not to be run any more. */
const claim = (id: number, context: TaskContext): Promise<Claimed | undefined> =>
  context.system(async (tx) => {
    const { rows } = await sql<Claimed>`
      select * from import where id = ${id} and state in ('checking', 'applying') for update`.execute(tx)
    if (rows[0] !== undefined) await clearLedger(tx, id)
    return rows[0]
  })

async function runStored(tools: RunTools, stored: Claimed, context: TaskContext): Promise<void> {
  const { id, tenant } = stored
  const thisRun = { id, run: tenant.run }
  if (context.attempt > maxAttempts) return fail(context, thisRun, interrupted)
  const actor = await context.system((tx) =>
    readActorOf(tx, {
      user_id: stored.user_id,
      company_id: stored.company_id,
      impersonator_id: tenant.impersonator_id ?? null,
      scopes: tenant.scopes ?? null,
    }),
  )
  const kind = importKinds[stored.kind]
  if (actor === null || !actorMay(actor, kind.ability)) return fail(context, thisRun, notAllowed)
  assertMayOwn(actor, kind, stored.default_company_id)
  // Checked and released again, to avoid writing the file to disk while no slot is free.
  await context.system(acquireSlot)
  const found = await withFile(context.system, tools.key, id, async (path) => {
    await runImport(path, { stored, kind, actor, tenant, ...tools }, context)
    return true
  })
  if (found === undefined) await fail(context, thisRun, message('import.file_deleted'))
}

/** Ends a failed run; the state of a stopped one does not change. */
const fail = (context: TaskContext, thisRun: RunId, failure: Message) =>
  context
    .system((tx) => settle(tx, thisRun, { state: 'failed', failure }))
    .catch((error) => {
      if (!(error instanceof ImportStopped)) throw error
    })
