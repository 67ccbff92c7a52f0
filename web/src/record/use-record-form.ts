import { useParams } from '@tanstack/react-router'
import type { Subject } from '@trunkline/contract/abilities'
import type { BodyInput, Endpoint, Reply } from '@trunkline/contract/endpoint'
import type { LabelKind } from '@trunkline/contract/label-kind'
import { useRef } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { call } from '../api/call.ts'
import { useCall, useCommand } from '../api/query.ts'
import type { AnyValues } from '../form/form-context.ts'
import { useOpener, useReturn, type FormScreenProps } from '../form/form-screen.tsx'
import { sameValues } from '../form/normalise.ts'
import type { Crumb } from '../ui/breadcrumbs.tsx'
import { notify } from '../ui/notify.ts'
import { useRouteTitleKey } from '../ui/navigation.ts'
import { changesBy } from './changes.ts'
import { labelBody, labelChanges, labelValues, withoutLabels, type RecordLabels } from './label-values.ts'
import { recordText } from './words.ts'

/** Time for which the choices of a form are fresh. Milliseconds. */
const optionsFresh = 5 * 60_000

/** The `data` of a reply. */
export type DataOf<E> = E extends Endpoint ? (Reply<E> extends { data: infer D } ? D : never) : undefined
type BodyOf<E> = E extends Endpoint ? BodyInput<E> : never

export interface RecordCalls {
  show: Endpoint
  /** Undefined where records are created elsewhere. */
  store?: Endpoint
  update: Endpoint
}

export type RecordValues = AnyValues & { version: number }

export interface RecordFormSpec<C extends RecordCalls, V extends RecordValues, O> {
  calls: C
  /** The record, where it is not the one of the path: the reader's own company. */
  id?: number | undefined
  /** Returns the choices of the form, which waits for them. */
  options?: O
  /** Further subjects whose queries show the record. Default: the subject of the call. */
  subjects?: readonly Subject[]
  /** The prefix of the texts (`record/words.ts`): title, create, submit, updateTitle, created, saved. */
  texts: string
  /** The kind of record, if it has tags and custom fields, which the form then shows behind its own fields. */
  labels?: LabelKind
  /** The path of the list: the first breadcrumb, and the default of `back`. */
  list: string
  /** The path of the record's page, as the second breadcrumb. */
  page?: (id: number) => string
  /** The path after Cancel and after saving; for a new record, with its id. Default: the list. */
  back?: (id: number | undefined) => string
  /** The name of a record. Default: its `name`. */
  nameOf?: (record: DataOf<C['show']>) => string
  /** The name in the notice after saving. Default: `name` of the form, else the name of the record. */
  typedName?: (values: V) => string
  /** The values of a new record; undefined while data for them is missing. Not needed without `calls.store`. */
  start?: (choices: DataOf<O>) => V | undefined
  /** The values of an existing record. Not needed where the form only creates records. */
  values?: (record: DataOf<C['show']>) => V
  /** The body of a new record. */
  body: (values: V) => C['store'] extends Endpoint ? BodyOf<C['store']> : object
  /** The body of an update; undefined without changes. Default: by `body` (`changesBy`). */
  changes?: (before: V, after: V) => BodyOf<C['update']> | undefined
  /** Called with a changed record, as the update answers it, before the form is left. */
  onSaved?: (record: DataOf<C['update']>) => unknown
  /** The path after creating a record, if not that of `back`. A page that opened the form (`useOpener`) comes first. */
  onCreated?: (id: number) => unknown
}

export interface RecordForm<R, V extends AnyValues, O> {
  /** Undefined for a new record. */
  id: number | undefined
  isNew: boolean
  /** Undefined while it is loaded, and for a new one. */
  record: R | undefined
  choices: O | undefined
  /** The path of the record's page, or of the list. */
  home: string
  name: string
  texts: string
  labels: LabelKind | undefined
  /** The properties of `FormScreen`; a special case is written after the spread. */
  props: Pick<
    FormScreenProps<V>,
    'title' | 'crumbs' | 'loading' | 'error' | 'retry' | 'initial' | 'onSubmit' | 'submitLabel' | 'reload' | 'cancelTo'
  > & { crumbs: readonly Crumb[] }
}

/** The previous value while the new one is equal, so that a form does not restart. */
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
 * The form of a new record, or with an id in the path of an existing one. Loads it and its choices, sends a new record
 * as a whole and the changed fields of an existing one with its version, notifies and navigates back.
 */
export function useRecordForm<
  const C extends RecordCalls,
  V extends RecordValues,
  O extends Endpoint | undefined = undefined,
>(spec: RecordFormSpec<C, V, O>): RecordForm<DataOf<C['show']>, V, DataOf<O>> {
  const { calls, options, texts, list, page, labels, back = () => list } = spec
  type R = DataOf<C['show']>
  const { t } = useTranslation()
  const text = recordText(t, texts)
  const routeTitle = useRouteTitleKey()
  const { id: given } = useParams({ strict: false }) as { id?: string }
  const id = spec.id ?? (given === undefined ? undefined : Number(given))
  const isNew = id === undefined
  const params = { id: id ?? 0 }
  const returnTo = useReturn()
  const opener = useOpener()
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
  /** The values of the spec with those of tags and custom fields. */
  const labelled = (values: V | undefined, of?: R): V | undefined =>
    values === undefined || labels === undefined ? values : { ...values, ...labelValues(of as RecordLabels) }
  const own = (values: V): V => (labels === undefined ? values : withoutLabels(values))
  const initial = useStable(
    !ready
      ? undefined
      : isNew
        ? labelled(spec.start?.(choices as DataOf<O>))
        : record === undefined
          ? undefined
          : labelled(spec.values?.(record), record),
  )
  const nameOf = (of: R | undefined): string | undefined =>
    of === undefined ? undefined : spec.nameOf ? spec.nameOf(of) : nameIn(of)
  const name = nameOf(record) ?? '…'
  const pageTitle = routeTitle && t(`panel:title.${routeTitle}`)
  const newTitle = pageTitle ?? text('create')

  const onSubmit = async (after: V) => {
    const stated = { name: spec.typedName?.(after) ?? nameIn(after) ?? name }
    if (isNew) {
      const { data } = (await store.run({
        body: { ...(spec.body(own(after)) as object), ...(labels && labelBody(after)) },
      })) as unknown as { data: { id: number } }
      notify.success(text('created', stated))
      await (opener ? returnTo(opener) : spec.onCreated ? spec.onCreated(data.id) : returnTo(back(data.id)))
      return
    }
    const before = record && labelled(spec.values?.(record), record)
    const changes = spec.changes ?? changesBy((of: V) => spec.body(of) as object)
    const relabelled = labels && before && labelChanges(before, after)
    const changed = before && (changes(own(before), own(after)) as object | undefined)
    const body = (changed ?? relabelled) && { version: after.version, ...changed, ...relabelled }
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
    labels,
    props: {
      title: isNew ? newTitle : record === undefined ? pageTitle : text('updateTitle', { name }),
      crumbs: [
        { label: text('title'), to: list },
        ...(isNew
          ? [{ label: newTitle }]
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
            reload: async () => {
              const { data } = (await call<Endpoint>(calls.show, { params })) as unknown as { data: R }
              return labelled(spec.values?.(data), data) as V
            },
          }),
      cancelTo: (isNew ? opener : undefined) ?? back(id),
    },
  }
}
