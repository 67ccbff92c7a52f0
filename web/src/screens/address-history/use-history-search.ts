import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { message } from '@trunkline/contract/errors'
import { addressHistory } from '@trunkline/contract/resources/address-history'
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import { call, download } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import type { FieldErrors } from '../../form/field-errors.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { errorFacts } from '../../ui/error-text.ts'
import { useGo } from '../../ui/navigation.ts'
import { notify } from '../../ui/notify.ts'
import { useZone } from '../../ui/zone.ts'
import { formOf, queryOf, readQuery, type HistoryForm, type HistoryQuery } from './history-search.ts'

const pageSize = 100

/** The sessions that match the query in the URL; `reference` is the case it is queried for. */
function useSessions(query: HistoryQuery | undefined, key: string, reference: RefObject<string>) {
  return useInfiniteQuery(
    {
      queryKey: [addressHistory.index.name, key],
      queryFn: ({ pageParam, signal }) =>
        call(addressHistory.index, {
          query: {
            ...(query as HistoryQuery),
            limit: pageSize,
            ...(reference.current === '' ? {} : { reference: reference.current }),
            ...(pageParam === '' ? {} : { cursor: pageParam }),
          },
          signal,
        }),
      initialPageParam: '',
      getNextPageParam: (last) => last.next ?? undefined,
      enabled: query !== undefined,
      // Each request is logged for audits: none is sent without a user action.
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    queryClient,
  )
}

export type HistorySearch = ReturnType<typeof useHistorySearch>

/** The form of the address history, the query in the URL, its result, and the signed export. */
export function useHistorySearch() {
  const { t } = useTranslation()
  const zone = useZone()
  useMessages()
  const go = useGo()
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const [form, setForm] = useState<HistoryForm>(() => formOf(search, zone))
  const [errors, setErrors] = useState<FieldErrors>({})
  const [exporting, setExporting] = useState(false)
  const [exportError, setExportError] = useState<unknown>(null)
  // Not part of the query key: reopening the page shows the same rows without a second, logged request.
  const reference = useRef('')
  const query = readQuery(search)
  const key = JSON.stringify(query ?? null)

  const found = useSessions(query, key, reference)
  // Back and forward change only the URL: the form follows it.
  const urlKey = useRef(key)
  useEffect(() => {
    if (urlKey.current === key) return
    urlKey.current = key
    setForm((before) => ({ ...formOf(search, zone), reference: before.reference }))
  }, [key, search, zone])
  const messages: FieldErrors = {
    ...errorFacts(found.error ?? undefined).fields,
    ...errorFacts(exportError ?? undefined).fields,
    ...errors,
  }
  const change = (part: Partial<HistoryForm>) => {
    setForm((before) => ({ ...before, ...part }))
    setErrors({})
    setExportError(null)
  }

  /** The query of the form; undefined where a field is invalid, which is then shown. */
  const validQuery = (needsReference: boolean): HistoryQuery | undefined => {
    const { query: next, errors: invalid } = queryOf(form, zone)
    if (needsReference && form.reference.trim() === '') invalid['reference'] = textOf(message('field.required'))
    setErrors(invalid)
    return Object.keys(invalid).length > 0 ? undefined : next
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const next = validQuery(false)
    if (!next) return
    reference.current = form.reference.trim()
    if (JSON.stringify(readQuery({ ...next })) === key) return void found.refetch()
    void go(paths.addressHistory, { search: (before) => ({ company: before['company'], ...next }) })
  }

  const exportSigned = async () => {
    const next = validQuery(true)
    if (!next) return
    setExporting(true)
    setExportError(null)
    try {
      await download(
        addressHistory.export,
        { body: { ...next, reference: form.reference.trim() } },
        `address-history-${form.reference.trim().replaceAll(/[^\w.-]/g, '_')}.json`,
      )
      notify.success(t('address-history:exported'))
    } catch (error) {
      setExportError(error)
    } finally {
      setExporting(false)
    }
  }

  return { form, change, messages, query, found, submit, exportSigned, exporting, exportError }
}
