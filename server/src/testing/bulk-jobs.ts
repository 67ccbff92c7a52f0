import { expect } from 'vitest'
import { bulkTasks } from '../features/bulk-jobs/tasks.ts'
import type { TaskContext } from '../jobs/tasks.ts'
import type { ApiCall, ApiReply, TestPanel } from './panel.ts'
import { taskContext } from './task-context.ts'

/** Created once for each panel: they compile the schemas of all calls. */
const tasks = new WeakMap<TestPanel, ReturnType<typeof bulkTasks>>()
const tasksOf = (panel: TestPanel) => {
  const known = tasks.get(panel) ?? bulkTasks(panel.deps)
  tasks.set(panel, known)
  return known
}

/** One run of a bulk job, as a worker makes it. */
export const runBulkJob = async (
  panel: TestPanel,
  bulk_job_id: number,
  of: Partial<TaskContext> = {},
): Promise<void> => {
  await tasksOf(panel)['run-bulk-job'].run({ bulk_job_id }, taskContext(panel.databases, of))
}

/** The job that a call has started. */
export function startedJob({ status, text, body }: ApiReply): number {
  expect(status, text).toBe(202)
  return body.data.id
}

export const showJob = async (call: ApiCall, id: number) => (await call('GET', `/bulk-job/${id}/show`)).body.data

/** State and reason of each row of a job, by the id of the record. */
export async function jobResults(call: ApiCall, id: number): Promise<Record<number, string>> {
  const { body, status, text } = await call('GET', `/bulk-job/${id}/report?perPage=200`)
  expect(status, text).toBe(200)
  const rows: { row_id: number; state: string; message: { reason: string } | null }[] = body.data
  return Object.fromEntries(
    rows.map(({ row_id, state, message }) => [row_id, message === null ? state : `${state} ${message.reason}`]),
  )
}
