import { message, type Message } from '@trunkline/contract/errors'
import type { Row, Session, Values } from '@trunkline/routeros'
import { englishText } from '../errors.ts'
import type { Step } from './devices.ts'
import { secondsOf } from './readings/values.ts'
import { isHidden, sameProperty } from './same-value.ts'
import { changedConcurrently, textOfValue, type ChangedField } from './seen.ts'

/** A step cannot be done as requested, or the device did not apply it. No write is pending. */
export class StepError extends Error {
  override name = 'StepError'
  readonly reason: Message
  /** Whether the device has changed anyway: its state is neither the previous nor the wanted one. */
  readonly changed: boolean
  /** Set if another user has changed the row since the caller saw it: the fields that differ. Nothing was written. */
  readonly concurrently: readonly ChangedField[] | undefined
  constructor(reason: Message, changed = false, concurrently?: readonly ChangedField[]) {
    super(englishText(reason))
    this.reason = reason
    this.changed = changed
    this.concurrently = concurrently
  }
}

/** A step with its secrets filled in. */
export interface ReadyStep extends Omit<Step, 'values'> {
  values: Values
  /** Properties whose values are never displayed. */
  hidden: ReadonlySet<string>
}

/**
 * @param isCheck omits values that are missing secrets: they were removed when the command ended
 * @throws Error if a step names a secret that the command does not have
 */
export function readySteps(
  steps: readonly Step[],
  secrets: Readonly<Record<string, string>>,
  isCheck = false,
): ReadyStep[] {
  return steps.map((step) => {
    const hidden = new Set(step.secretValues)
    const values: Values = {}
    for (const [property, value] of Object.entries(step.values ?? {})) {
      if (value === null || typeof value !== 'object') values[property] = value
      else {
        const secret = secrets[value.secret]
        if (secret === undefined && isCheck) continue
        if (secret === undefined) throw new Error(`The secret "${value.secret}" of the step is missing.`)
        values[property] = secret
        hidden.add(property)
      }
    }
    return { ...step, values, hidden }
  })
}

/** The state before a step: its row, or the ids of the menu. */
export interface StepBaseline {
  row: Row | undefined
  ids: readonly string[]
}

const idOf = (row: Row) => row['.id'] ?? ''

/** The current row of a step. */
async function rowOf(session: Session, step: ReadyStep, id = step.id): Promise<Row | undefined> {
  const properties = [
    ...new Set([...Object.keys(step.verb === 'run' ? {} : step.values), ...Object.keys(step.expected ?? {})]),
  ]
  if (id === null || id === undefined) return (await session.print(step.menu))[0]
  const rows = await session.print(step.menu, {
    where: { '.id': id },
    ...(properties.length > 0 && { proplist: properties }),
  })
  return rows.find((row) => idOf(row) === id)
}

const idsOf = async (session: Session, { menu, identifies: where }: ReadyStep) =>
  (await session.print(menu, { proplist: ['.id'], ...(where !== undefined && { where }) })).map(idOf)

/** All ids of the step's menu, in the order of the device. */
const orderOf = async (session: Session, { menu }: ReadyStep) =>
  (await session.print(menu, { proplist: ['.id'] })).map(idOf)

/**
 * Reads the state that a step depends on before any write.
 * @throws StepError if the row is gone, or differs from what the caller saw
 */
export async function checkStep(session: Session, step: ReadyStep): Promise<StepBaseline> {
  if (step.verb === 'add') {
    if (step.before != null && !(await orderOf(session, step)).includes(step.before))
      throw new StepError(message('command.row_gone', { id: step.before }))
    return { row: undefined, ids: await idsOf(session, step) }
  }
  if (step.verb === 'move') {
    const ids = await orderOf(session, step)
    for (const id of [step.id, step.before])
      if (id != null && !ids.includes(id)) throw new StepError(message('command.row_gone', { id }))
    return { row: undefined, ids }
  }
  const about = step.verb !== 'run' || step.id != null
  if (!about) return { row: undefined, ids: [] }
  const row = await rowOf(session, step)
  if (row === undefined)
    throw new StepError(
      step.id == null
        ? message('command.menu_missing', { menu: step.menu })
        : message('command.row_gone', { id: step.id }),
      false,
      step.id == null ? undefined : [],
    )
  const moved: ChangedField[] = Object.entries(step.expected ?? {})
    .filter(([property, value]) => !step.hidden.has(property) && !sameProperty(value, row[property]))
    .map(([property, value]) => ({ field: property, seen: value, now: row[property] ?? null }))
  if (moved.length > 0) throw new StepError(changedConcurrently(moved), false, moved)
  return { row, ids: [] }
}

/** Whether the step's row has all values of the step. Secrets that the login cannot read count as written. */
const differing = (step: ReadyStep, row: Row): string[] =>
  Object.entries(step.values)
    .filter(([property, value]) => {
      const is = row[property]
      if (step.hidden.has(property) && isHidden(is)) return false
      if (step.fading?.includes(property) && isCountdown(value, is)) return false
      return !sameProperty(value, is)
    })
    .map(([property]) => property)

/** Maximum seconds between writing a countdown and reading it back. */
const maxFaded = 300

function isCountdown(wanted: ReadyStep['values'][string], is: string | undefined): boolean {
  const [from, left] = [secondsOf(String(wanted)), secondsOf(is)]
  return from !== null && left !== null && left <= from && left >= from - maxFaded
}

/** Whether nothing is left to write, because all values are already set. A countdown is always written again. */
export const isDone = (step: ReadyStep, before: StepBaseline): boolean =>
  step.verb === 'set' &&
  !step.fading?.some((property) => property in step.values) &&
  before.row !== undefined &&
  differing(step, before.row).length === 0

/**
 * Writes a step.
 * @returns the id of an added row
 * @throws RouterError
 */
export async function writeStep(session: Session, step: ReadyStep): Promise<string | undefined> {
  switch (step.verb) {
    case 'add':
      return session.add(step.menu, {
        ...step.values,
        ...(step.before != null && { 'place-before': step.before }),
      })
    case 'set':
      return void (await session.set(step.menu, step.id ?? null, step.values))
    case 'remove':
      return void (await session.remove(step.menu, step.id as string))
    case 'move':
      return void (await session.move(step.menu, step.id as string, step.before ?? null))
    case 'run':
      return void (await session.run(`${step.menu}/${step.command ?? ''}`, {
        ...(step.id != null && { numbers: step.id }),
        ...step.values,
      }))
  }
}

/** Whether the result of a step can be checked later; that of a command without row changes cannot. */
export const canBeSeen = (step: ReadyStep): boolean =>
  step.verb === 'run' ? step.identifies !== undefined : step.verb !== 'set' || Object.keys(step.values).length > 0

/** The result of a step. */
export interface StepOutcome {
  /** Id of the row, including an added one. */
  id: string | null
  /** The written properties as read back, without secrets. */
  row: Row
}

/**
 * Reads back the result of a step.
 * @param id of an added row, if the device has returned it
 * @throws StepError if the result is not as wanted
 */
export async function readBack(
  session: Session,
  step: ReadyStep,
  before: StepBaseline,
  id: string | undefined,
): Promise<StepOutcome> {
  switch (step.verb) {
    case 'add':
      return addedRow(session, step, before, id)
    case 'remove': {
      const row = await rowOf(session, step)
      if (row !== undefined) throw new StepError(message('command.row_not_removed'))
      return { id: step.id ?? null, row: {} }
    }
    case 'move': {
      const ids = await orderOf(session, step)
      const at = ids.indexOf(step.id as string)
      const next = ids[at + 1] ?? null
      if (at === -1 || next !== (step.before ?? null)) throw new StepError(message('command.row_not_moved'))
      return { id: step.id ?? null, row: {} }
    }
    case 'run':
      if (step.identifies !== undefined && (await idsOf(session, step)).length === 0)
        throw new StepError(message('command.no_effect'))
      return { id: step.id ?? null, row: {} }
    case 'set': {
      const row = await rowOf(session, step)
      if (row === undefined) throw new StepError(message('command.row_gone', { id: step.id ?? '' }), true)
      return compared(step, before.row, row)
    }
  }
}

function compared(step: ReadyStep, before: Row | undefined, row: Row): StepOutcome {
  const wrong = differing(step, row)
  if (wrong.length > 0) {
    // Secrets are not stored with the state before the step.
    const changed = Object.keys(step.values).some(
      (property) =>
        !(step.hidden.has(property) && before?.[property] === undefined) && before?.[property] !== row[property],
    )
    const notes = wrong.slice(0, maxNotes).map((field) =>
      step.hidden.has(field)
        ? message('command.secret_differs', { field })
        : message('command.field_differs', {
            field,
            actual: textOfValue(row[field]),
            wanted: textOfValue(step.values[field]),
          }),
    )
    throw new StepError(message(changed ? 'command.partly_applied' : 'command.not_applied', { notes }), changed)
  }
  return { id: row['.id'] ?? null, row: visible(step, row) }
}

/** Maximum number of differences that a message lists. */
const maxNotes = 20

const visible = (step: ReadyStep, row: Row): Row =>
  Object.fromEntries(
    Object.keys(step.values).flatMap((property) =>
      step.hidden.has(property) || row[property] === undefined ? [] : [[property, row[property] as string]],
    ),
  )

/** The row that an `add` created: by its id, else by its identifying properties if it did not exist before. */
async function addedRow(
  session: Session,
  step: ReadyStep,
  before: StepBaseline,
  id: string | undefined,
): Promise<StepOutcome> {
  if (id === undefined) {
    const created = (await idsOf(session, step)).filter((one) => !before.ids.includes(one))
    if (step.identifies === undefined || created.length !== 1)
      throw new StepError(
        message(created.length === 0 ? 'command.row_not_added' : 'command.row_ambiguous'),
        created.length > 0,
      )
    return addedRow(session, step, before, created[0] as string)
  }
  const row = await rowOf(session, step, id)
  if (row === undefined) throw new StepError(message('command.row_not_added'))
  if (step.before != null) {
    const order = await orderOf(session, step)
    if (order.indexOf(id) > order.indexOf(step.before)) throw new StepError(message('command.row_not_moved'), true)
  }
  return { ...compared(step, {}, row), id }
}

/** Whether a step had no effect: its row is as before. Secrets cannot be compared. */
export async function sameAsBefore(session: Session, step: ReadyStep, before: StepBaseline): Promise<boolean> {
  switch (step.verb) {
    case 'add': {
      if (step.identifies === undefined) {
        const ids = await idsOf(session, step)
        return ids.every((id) => before.ids.includes(id))
      }
      return (await idsOf(session, step)).length <= before.ids.length
    }
    case 'remove':
      return (await rowOf(session, step)) !== undefined
    case 'move':
      return (await orderOf(session, step)).filter((id) => before.ids.includes(id)).join() === before.ids.join()
    case 'run':
      return step.identifies === undefined || (await idsOf(session, step)).length === 0
    case 'set': {
      const row = await rowOf(session, step)
      return (
        row !== undefined &&
        Object.keys(step.values).every(
          // An empty value is displayed, or omitted.
          (property) => step.hidden.has(property) || (row[property] ?? '') === (before.row?.[property] ?? ''),
        )
      )
    }
  }
}
