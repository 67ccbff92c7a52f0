import { message, type Message } from '@trunkline/contract/errors'
import type { Row, Session, Values } from '@trunkline/routeros'
import { englishText } from '../errors.ts'
import type { Step } from './devices.ts'
import { secondsOf } from './readings/values.ts'
import { isHidden, sameProperty } from './same-value.ts'
import { changedConcurrently, textOfValue, type ChangedField } from './seen.ts'

/** A step can't be done as it was asked for, or the device did not take it. Nothing is under way. */
export class StepError extends Error {
  override name = 'StepError'
  readonly reason: Message
  /** Whether the device has changed nevertheless: something else is there than before, and than was wanted. */
  readonly changed: boolean
  /** Set where somebody else has changed the row since the caller looked: the fields that differ. Nothing was written. */
  readonly concurrently: readonly ChangedField[] | undefined
  constructor(reason: Message, changed = false, concurrently?: readonly ChangedField[]) {
    super(englishText(reason))
    this.reason = reason
    this.changed = changed
    this.concurrently = concurrently
  }
}

/** A step with its secrets put in. */
export interface ReadyStep extends Omit<Step, 'values'> {
  values: Values
  /** Properties whose values are never shown. */
  hidden: ReadonlySet<string>
}

/** @throws Error where a step names a secret that the command does not hold */
export function readySteps(steps: readonly Step[], secrets: Readonly<Record<string, string>>): ReadyStep[] {
  return steps.map((step) => {
    const hidden = new Set(step.secretValues)
    const values: Values = {}
    for (const [property, value] of Object.entries(step.values ?? {})) {
      if (value === null || typeof value !== 'object') values[property] = value
      else {
        const secret = secrets[value.secret]
        if (secret === undefined) throw new Error(`The secret "${value.secret}" of the step is not there.`)
        values[property] = secret
        hidden.add(property)
      }
    }
    return { ...step, values, hidden }
  })
}

/** What was there before a step: its row, or the ids of the menu. */
export interface Before {
  row: Row | undefined
  ids: readonly string[]
}

const idOf = (row: Row) => row['.id'] ?? ''

/** The row of a step as it is now. */
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
 * Looks at what a step is about before anything is written.
 * @throws StepError where the row is gone, or differs from what the caller saw
 */
export async function checkStep(session: Session, step: ReadyStep): Promise<Before> {
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

/** Whether the step's row has all that the step writes. Secrets that the login may not see count as written. */
const differing = (step: ReadyStep, row: Row): string[] =>
  Object.entries(step.values)
    .filter(([property, value]) => {
      const is = row[property]
      if (step.hidden.has(property) && isHidden(is)) return false
      if (step.fading?.includes(property) && isFading(value, is)) return false
      return !sameProperty(value, is)
    })
    .map(([property]) => property)

/** Seconds that may pass between the writing of a time that is counted down and the look at it. */
const maxFaded = 300

function isFading(wanted: ReadyStep['values'][string], is: string | undefined): boolean {
  const [from, left] = [secondsOf(String(wanted)), secondsOf(is)]
  return from !== null && left !== null && left <= from && left >= from - maxFaded
}

/** Whether there is nothing to write: all of it is there already. A time that is counted down is set anew. */
export const isDone = (step: ReadyStep, before: Before): boolean =>
  step.verb === 'set' &&
  !step.fading?.some((property) => property in step.values) &&
  before.row !== undefined &&
  differing(step, before.row).length === 0

/** Writes a step. @returns the id of a row that was added @throws RouterError */
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

/** Whether the device can be asked later what has become of a step: of a command that changes no row it can not. */
export const canBeSeen = (step: ReadyStep): boolean => step.verb !== 'run' || step.identifies !== undefined

/** What a step has come to. */
export interface StepOutcome {
  /** Id of the row, of an added one too. */
  id: string | null
  /** The written properties as read back, without secrets. */
  row: Row
}

/**
 * Reads back what a step was to do.
 * @param id of a row that was added, where the device has told it
 * @throws StepError where it is not as wanted
 */
export async function readBack(
  session: Session,
  step: ReadyStep,
  before: Before,
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
    const changed = Object.keys(step.values).some((property) => before?.[property] !== row[property])
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

/** Differences that a message names. */
const maxNotes = 20

const visible = (step: ReadyStep, row: Row): Row =>
  Object.fromEntries(
    Object.keys(step.values).flatMap((property) =>
      step.hidden.has(property) || row[property] === undefined ? [] : [[property, row[property] as string]],
    ),
  )

/** The row that an `add` made: by its id, else by what identifies it and was not there before. */
async function addedRow(
  session: Session,
  step: ReadyStep,
  before: Before,
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

/** Whether a step has left no trace: all that it was to change is as it was. Secrets can't be told. */
export async function sameAsBefore(session: Session, step: ReadyStep, before: Before): Promise<boolean> {
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
          (property) => step.hidden.has(property) || row[property] === before.row?.[property],
        )
      )
    }
  }
}
