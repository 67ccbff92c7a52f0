import * as z from 'zod/mini'
import { data, endpoint, type Endpoint, type RowCall } from './endpoint.ts'
import { ids } from './fields.ts'
import { bulkTagValues } from './labels.ts'
import { matchingSelection } from './list.ts'
import type { ObjectKind } from './object-kind.ts'
import { bulkJob } from './resources/bulk-job.ts'

/** Maximum number of rows that "all matching" may select for a job; `ids` lists at most 1,000. */
export const maxJobRows = 100_000

/**
 * A bulk action: starts a job that makes `call` for each selected row. It has the access of that call, which the job
 * checks again for each row with the rights that the user has then. The server serves it with `bulkHandlers`.
 *
 * ```ts
 * bulkReboot: bulkAction({ name: 'hardware.bulk-reboot', path: '/hardware/bulk/reboot', … call: hardwareLive.reboot })
 * ```
 */
export function bulkAction<
  const N extends string,
  const P extends string,
  const C extends Endpoint,
  Values extends Record<string, z.ZodMiniType> = {},
>(
  of: {
    name: N
    path: P
    summary: string
    object: ObjectKind
    call: C
    /** The part of the body of `call` that applies to all rows. */
    values?: Values
  } & Omit<RowCall, 'call'>,
) {
  const { name, path, summary, object, call, index, values, batch, changesRow, skips } = of
  return endpoint({
    name,
    method: 'POST',
    path: path as string,
    access: call.access as C['access'],
    ...(call.only !== undefined && { only: call.only }),
    object,
    bulk: true,
    summary,
    body: z.object({
      ids: z.optional(ids(object)),
      matching: z.optional(matchingSelection),
      ...(values as Values),
    }),
    job: { call, index, ...(batch && { batch }), ...(changesRow && { changesRow }), ...(skips && { skips }) },
    reply: data(bulkJob),
    status: 202,
  })
}

/** The two actions of every list with a trash: move to the trash, and restore. */
export const bulkTrash = <const N extends string, const B extends string>(of: {
  /** Singular, as in `crud`. */
  name: N
  base: B
  object: ObjectKind
  /** For the summaries in the API document. */
  nouns: string
  calls: { index: Endpoint; destroy: Endpoint; recover: Endpoint }
}) => ({
  bulkDestroy: bulkAction({
    name: `${of.name}.bulk-destroy`,
    path: `${of.base}/bulk/destroy`,
    summary: `Move ${of.nouns} to the trash as a job`,
    object: of.object,
    call: of.calls.destroy,
    index: of.calls.index,
    changesRow: true,
  }),
  bulkRecover: bulkAction({
    name: `${of.name}.bulk-recover`,
    path: `${of.base}/bulk/recover`,
    summary: `Restore ${of.nouns} from the trash as a job`,
    object: of.object,
    call: of.calls.recover,
    index: of.calls.index,
    changesRow: true,
  }),
})

/** The two actions of every list whose records have tags. A tag that a company of a row does not have fails that row. */
export const bulkTags = <const N extends string, const B extends string>(of: {
  /** Singular, as in `crud`. */
  name: N
  base: B
  object: ObjectKind
  /** For the summaries in the API document. */
  nouns: string
  calls: { index: Endpoint; update: Endpoint }
}) => {
  const shared = { object: of.object, call: of.calls.update, index: of.calls.index, changesRow: true } as const
  return {
    bulkAddTags: bulkAction({
      ...shared,
      name: `${of.name}.bulk-add-tags`,
      path: `${of.base}/bulk/add-tags`,
      summary: `Add tags to ${of.nouns} as a job`,
      values: { add_tags: bulkTagValues.add_tags },
    }),
    bulkRemoveTags: bulkAction({
      ...shared,
      name: `${of.name}.bulk-remove-tags`,
      path: `${of.base}/bulk/remove-tags`,
      summary: `Remove tags from ${of.nouns} as a job`,
      values: { remove_tags: bulkTagValues.remove_tags },
    }),
  }
}
