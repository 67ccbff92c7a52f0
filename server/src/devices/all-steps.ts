import { message } from '@trunkline/contract/errors'
import type { Session } from '@trunkline/routeros'
import { readMenus } from './read-all.ts'
import { contextOf, type End, type Run } from './run.ts'
import { changedFields, changedConcurrently, type SeenRow } from './seen.ts'
import { checkStep, readBack, StepError, type Before, type StepOutcome, type ReadyStep } from './steps.ts'

/** Rows as they were before the first write, for whoever has to look later. Without secrets. */
export const toStore = (steps: readonly ReadyStep[], before: readonly Before[]): Record<string, unknown> => ({
  before: before.map(({ row, ids }, at) => ({
    ids,
    row:
      row === undefined
        ? null
        : Object.fromEntries(
            Object.entries(row).filter(
              ([property]) =>
                property === '.id' || (property in (steps[at]?.values ?? {}) && !steps[at]?.hidden.has(property)),
            ),
          ),
  })),
})

/**
 * Looks at all rows before the first of them is written, and at the row that the change is about as its caller saw it.
 * @throws StepError, RouterError
 */
export async function checkAll(session: Session, steps: readonly ReadyStep[], run: Run): Promise<Before[]> {
  const before: Before[] = []
  for (const step of steps) before.push(await checkStep(session, step))
  const seen = run.input.change?.seen
  if (seen !== undefined) await checkSeenRow(session, seen, run)
  return before
}

/** @throws StepError where the row is gone, or differs in a field that the caller saw; RouterError */
async function checkSeenRow(session: Session, seen: SeenRow, run: Run): Promise<void> {
  if (Object.keys(seen.fields).length === 0) return
  const reading = (await readMenus(session, contextOf(run), [seen.menu]))[seen.menu]
  const changes = reading === undefined ? undefined : changedFields(reading, seen)
  if (changes === undefined) throw new StepError(message('command.row_gone', { id: seen.id ?? '' }), false, [])
  if (changes.length > 0) throw new StepError(changedConcurrently(changes), false, changes)
}

/** The end of a command that was not begun, because of what was found on the device. */
export const rejectedBy = ({ reason, concurrently }: StepError): End => ({
  state: 'refused',
  message: reason,
  ...(concurrently !== undefined && { result: { changed_meanwhile: true, fields: concurrently } }),
})

/** What the steps have come to. @throws StepError at the first that is not as wanted */
export async function readAll(
  session: Session,
  steps: readonly ReadyStep[],
  before: readonly Before[],
  ids: readonly (string | undefined)[] = [],
): Promise<StepOutcome[]> {
  const outcomes: StepOutcome[] = []
  for (const [at, step] of steps.entries()) outcomes.push(await readBack(session, step, before[at] as Before, ids[at]))
  return outcomes
}

/** What a command tells about its end: the last row, and all of them where there are several. */
export const resultOf = (outcomes: readonly StepOutcome[]): Record<string, unknown> => ({
  ...outcomes.at(-1),
  ...(outcomes.length > 1 && { rows: outcomes }),
})
