import { Button, SegmentedControl, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { message } from '@trunkline/contract/errors'
import { addressHistory } from '@trunkline/contract/resources/address-history'
import { IconFileCertificate, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { call, download } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import type { FieldErrors } from '../../form/field-errors.ts'
import formClasses from '../../form/form.module.css'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { errorFacts } from '../../ui/error-text.ts'
import layout from '../../ui/layout.module.css'
import { useGo } from '../../ui/navigation.ts'
import { notify } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryResult } from '../../ui/query-result.tsx'
import { Time } from '../../ui/time.tsx'
import { useZone } from '../../ui/zone.ts'
import { formOf, instantIn, queryOf, readQuery, type HistoryForm, type HistoryQuery } from './history-search.ts'
import { ResultTable } from './result-table.tsx'

const pageSize = 100

/** Looks up who had an address at a time; the result can be exported as a signed file. */
export default function AddressHistory() {
  const { t } = useTranslation()
  const can = useCan()
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

  const found = useInfiniteQuery(
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
  // Back and forward change only the URL: the form follows it.
  const urlKey = useRef(key)
  useEffect(() => {
    if (urlKey.current === key) return
    urlKey.current = key
    setForm((before) => ({ ...formOf(search, zone), reference: before.reference }))
  }, [key, search, zone])
  const rows = found.data?.pages.flatMap((page) => page.data)
  const since = found.data?.pages[0]?.history_since
  const start = query?.at ?? query?.from
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

  const input = (name: Exclude<keyof HistoryForm, 'mode'>, props: TextInputProps) => (
    <TextInput
      label={t(`address-history:field.${name}`)}
      autoComplete="off"
      value={form[name]}
      error={messages[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      {...props}
    />
  )
  const timeInput = (name: 'at' | 'from' | 'to') => {
    const utc = instantIn(form[name], zone)
    return input(name, {
      type: 'datetime-local',
      step: 1,
      required: true,
      description: utc ? t('address-history:utc', { time: utc }) : t('address-history:zone', { zone }),
    })
  }

  return (
    <>
      <PageHeader title={t('address-history:title')} subtitle={t('address-history:subtitle')} />
      <div className={layout.stack}>
        <Card title={t('address-history:query')}>
          <form onSubmit={submit} noValidate>
            <div className={formClasses.fields}>
              {input('address', {
                description: t('address-history:help.address'),
                required: true,
                spellCheck: false,
                maxLength: 64,
              })}
              {input('port', { description: t('address-history:help.port'), inputMode: 'numeric', maxLength: 5 })}
              <div className={layout.whole}>
                <SegmentedControl
                  aria-label={t('address-history:field.mode')}
                  value={form.mode}
                  onChange={(mode) => change({ mode: mode as HistoryForm['mode'] })}
                  data={(['at', 'range'] as const).map((value) => ({
                    value,
                    label: t(`address-history:mode.${value}`),
                  }))}
                />
              </div>
              {form.mode === 'at' ? (
                timeInput('at')
              ) : (
                <>
                  {timeInput('from')}
                  {timeInput('to')}
                </>
              )}
              {input('reference', { description: t('address-history:help.reference'), maxLength: 200 })}
            </div>
            <Text c="dimmed" my="sm">
              {t('address-history:audited')}
            </Text>
            {exportError ? <ErrorNotice error={exportError} title={t('address-history:exportFailed')} inline /> : null}
            <div className={layout.buttons}>
              <Button
                type="submit"
                leftSection={<IconSearch size={16} aria-hidden="true" />}
                loading={found.isFetching}
              >
                {t('address-history:search')}
              </Button>
              {can(addressHistory.export) ? (
                <Button
                  variant="default"
                  leftSection={<IconFileCertificate size={16} aria-hidden="true" />}
                  loading={exporting}
                  onClick={() => void exportSigned()}
                >
                  {t('address-history:export')}
                </Button>
              ) : null}
            </div>
          </form>
        </Card>
        {query === undefined ? null : (
          <Card title={t('address-history:result')}>
            {since && start && Date.parse(start) < Date.parse(since) ? (
              <Text c="dimmed" my="sm">
                {t('address-history:before')} <Time value={since} />
              </Text>
            ) : null}
            <QueryResult
              query={found}
              rows={rows}
              skeleton={{ rows: 4, columns: 6 }}
              empty={{ title: t('address-history:empty.title'), text: t('address-history:empty.text') }}
            >
              {(results) => (
                <>
                  <Text c="dimmed" my="sm" role="status">
                    {t(found.hasNextPage ? 'address-history:foundMore' : 'address-history:found', {
                      count: results.length,
                    })}
                  </Text>
                  <ResultTable rows={results} />
                  {found.error ? <ErrorNotice error={found.error} inline /> : null}
                  {found.hasNextPage ? (
                    <Button
                      variant="default"
                      mt="sm"
                      loading={found.isFetchingNextPage}
                      onClick={() => void found.fetchNextPage()}
                    >
                      {t('address-history:more')}
                    </Button>
                  ) : null}
                </>
              )}
            </QueryResult>
          </Card>
        )}
      </div>
    </>
  )
}
