import { useParams } from '@tanstack/react-router'
import type { Subject } from '@trunkline/contract/abilities'
import type { BodyInput, Endpoint, Reply } from '@trunkline/contract/endpoint'
import { useRef } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { call } from '../api/call.ts'
import { useCall, useCommand } from '../api/query.ts'
import type { AnyValues } from '../form/form-context.ts'
import { useReturn, type FormScreenProps } from '../form/form-screen.tsx'
import { sameValues } from '../form/normalise.ts'
import type { Crumb } from '../ui/breadcrumbs.tsx'
import { notify } from '../ui/notify.ts'
import { useRouteTitleKey } from '../ui/navigation.ts'
import { changesBy } from './changes.ts'
import { recordText } from './words.ts'

/** Milliseconds for which the choices of a form count as fresh. */
const optionsFresh = 5 * 60_000

/** What a call answers beside `meta`. */
export type DataOf<E> = E extends Endpoint ? (Reply<E> extends { data: infer D } ? D : never) : undefined
type BodyOf<E> = E extends Endpoint ? BodyInput<E> : never

export interface RecordCalls {
  show: Endpoint
  /** Missing where records are created elsewhere. */
  store?: Endpoint
  update: Endpoint
}

export type RecordValues = AnyValues & { version: number }

export interface RecordFormSpec<C extends RecordCalls, V extends RecordValues, O> {
  calls: C
  /** The record, where it is not the one of the path: the reader's own company. */
  id?: number | undefined
  /** Answers the choices of the form, which does not start before they are there. */
  options?: O
  /** What else shows the record: read again when it is saved. Default: the subject of the call. */
  subjects?: readonly Subject[]
  /** Where the texts of the record are found (`record/words.ts`): title, create, submit, updateTitle, created, saved. */
  texts: string
  /** The list: the first step of the way to the form, and where it leads when it is left. */
  list: string
  /** The record's own page, which is then a step of the way to the form. */
  page?: (id: number) => string
  /** Where Cancel and a saved form lead; for a new record that is saved, with its id. Default: the list. */
  back?: (id: number | undefined) => string
  /** What a record is called. Default: its `name`. */
  nameOf?: (record: DataOf<C['show']>) => string
  /** What is called so in the notice when it was saved. Default: the `name` in the form, or else what the record is called. */
  typedName?: (values: V) => string
  /** The values of a new record; undefined while something is missing for them. Not needed without `calls.store`. */
  start?: (choices: DataOf<O>) => V | undefined
  /** The values of a known one. Not needed where the form creates records alone. */
  values?: (record: DataOf<C['show']>) => V
  /** The body of a new record. */
  body: (values: V) => C['store'] extends Endpoint ? BodyOf<C['store']> : object
  /** The body of an update; undefined where nothing has changed. Default: by `body` (`changesBy`). */
  changes?: (before: V, after: V) => BodyOf<C['update']> | undefined
  /** Called with a changed record, as the update answers it, before the form is left. */
  onSaved?: (record: DataOf<C['update']>) => unknown
  /** Where a new record leads, if not where `back` does. */
  onCreated?: (id: number) => unknown
}

export interface RecordForm<R, V extends AnyValues, O> {
  /** Undefined for a new record. */
  id: number | undefined
  isNew: boolean
  /** Undefined while it is read, and for a new one. */
  record: R | undefined
  choices: O | undefined
  /** The page of the record, or the list. */
  home: string
  name: string
  texts: string
  /** What `FormScreen` takes. A special case is written after the spread. */
  props: Pick<
    FormScreenProps<V>,
    'title' | 'crumbs' | 'loading' | 'error' | 'retry' | 'initial' | 'onSubmit' | 'submitLabel' | 'reload' | 'cancelTo'
  > & { crumbs: readonly Crumb[] }
}

/** The value before for as long as the new one means the same, so that a form does not start again. */
function useStable<T>(value: T): T {
  const last = useRef(value)
  if (!sameValues(last.current, value)) last.current = value
  return last.current
}

const nameIn = (of: unknown): string | undefined => {
  const name = (of as { name?: unknown } | undefined)?.name
  return typeof name === 'string' ? name.trim() : undefined
}

/**
 * The form of a record: a new one, or with an id in the path a known one. Reads it and its choices, sends a new one
 * whole and of a known one what has changed, with the version that it was changed from, says so and goes back.
 */
export function useRecordForm<
  const C extends RecordCalls,
  V extends RecordValues,
  O extends Endpoint | undefined = undefined,
>(spec: RecordFormSpec<C, V, O>): RecordForm<DataOf<C['show']>, V, DataOf<O>> {
  const { calls, options, texts, list, page, back = () => list } = spec
  type R = DataOf<C['show']>
  const { t } = useTranslation()
  const text = recordText(t, texts)
  const routeTitle = useRouteTitleKey()
  const { id: given } = useParams({ strict: false }) as { id?: string }
  const id = spec.id ?? (given === undefined ? undefined : Number(given))
  const isNew = id === undefined
  const params = { id: id ?? 0 }
  const returnTo = useReturn()
  const subjects = spec.subjects ? { subjects: spec.subjects } : {}
  const shown = useCall<Endpoint>(calls.show, { params }, { enabled: !isNew })
  const chosen = useCall<Endpoint>(
    options ?? calls.show,
    {},
    { enabled: options !== undefined, staleTime: optionsFresh },
  )
  const store = useCommand<Endpoint>(calls.store ?? calls.update, subjects)
  const update = useCommand<Endpoint>(calls.update, subjects)
  const record = (shown.data as { data: R } | undefined)?.data
  const choices = (chosen.data as { data: DataOf<O> } | undefined)?.data
  const ready = options === undefined || choices !== undefined
  const initial = useStable(
    !ready
      ? undefined
      : isNew
        ? spec.start?.(choices as DataOf<O>)
        : record === undefined
          ? undefined
          : spec.values?.(record),
  )
  const nameOf = (of: R | undefined): string | undefined =>
    of === undefined ? undefined : spec.nameOf ? spec.nameOf(of) : nameIn(of)
  const name = nameOf(record) ?? '…'

  const onSubmit = async (after: V) => {
    const stated = { name: spec.typedName?.(after) ?? nameIn(after) ?? name }
    if (isNew) {
      const { data } = (await store.run({ body: spec.body(after) })) as unknown as { data: { id: number } }
      notify.success(text('created', stated))
      await (spec.onCreated ? spec.onCreated(data.id) : returnTo(back(data.id)))
      return
    }
    const before = record && spec.values?.(record)
    const body = before && (spec.changes ?? changesBy((of: V) => spec.body(of) as object))(before, after)
    if (body) {
      const saved = (await update.run({ params, body })) as unknown as { data: DataOf<C['update']> }
      await spec.onSaved?.(saved.data)
    }
    notify.success(text('saved', stated))
    await returnTo(back(id))
  }

  return {
    id,
    isNew,
    record,
    choices,
    home: id !== undefined && page ? page(id) : list,
    name,
    texts,
    props: {
      title: isNew
        ? text('create')
        : record === undefined
          ? routeTitle && t(`panel:title.${routeTitle}`)
          : text('updateTitle', { name }),
      crumbs: [
        { label: text('title'), to: list },
        ...(isNew
          ? [{ label: text('create') }]
          : page
            ? [{ label: name, to: page(id) }, { label: text('action.edit') }]
            : [{ label: name }]),
      ],
      loading: (!isNew && shown.isPending) || (options !== undefined && chosen.isPending) || initial === undefined,
      error: shown.error ?? chosen.error,
      retry: () => void Promise.all([!isNew && shown.refetch(), options !== undefined && chosen.refetch()]),
      initial,
      onSubmit,
      ...(isNew
        ? { submitLabel: text('submit') }
        : {
            reload: async () =>
              spec.values?.(((await call<Endpoint>(calls.show, { params })) as unknown as { data: R }).data) as V,
          }),
      cancelTo: back(id),
    },
  }
}
