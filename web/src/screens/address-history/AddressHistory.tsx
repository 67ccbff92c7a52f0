import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { message } from '@trunkline/contract/errors'
import { addressHistory } from '@trunkline/contract/resources/address-history'
import { IconFileCertificate, IconSearch } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { call, download } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import type { FieldErrors } from '../../form/field-errors.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { errorFacts } from '../../ui/error-text.ts'
import { notify } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { Time } from '../../ui/time.tsx'
import { useZone } from '../../ui/zone.ts'
import classes from './address-history.module.css'
import { formOf, instantIn, queryOf, readQuery, type HistoryForm, type HistoryQuery } from './history-search.ts'
import { ResultTable } from './result-table.tsx'

const pageSize = 100

/** Who had an address at a time: the question, the answer, and the answer as a signed file. */
export default function AddressHistory() {
  const { t } = useTranslation()
  const can = useCan()
  const zone = useZone()
  useMessages()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const [form, setForm] = useState<HistoryForm>(() => formOf(search, zone))
  const [errors, setErrors] = useState<FieldErrors>({})
  const [exporting, setExporting] = useState(false)
  const [exportError, setExportError] = useState<unknown>(null)
  // Not part of the query's key: a page that is opened again shows the same rows without asking, and logging, twice.
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
      // Each request is written to the audit log: none is sent that the user did not ask for.
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    queryClient,
  )
  // Back and forward change the address alone: the form follows it.
  const fromAddress = useRef(key)
  useEffect(() => {
    if (fromAddress.current === key) return
    fromAddress.current = key
    setForm((before) => ({ ...formOf(search, zone), reference: before.reference }))
  }, [key, search, zone])
  const rows = found.data?.pages.flatMap((page) => page.data) ?? []
  const since = found.data?.pages[0]?.history_since
  const beginning = query?.at ?? query?.from
  const messages: FieldErrors = useMemo(
    () => ({
      ...errorFacts(found.error ?? undefined).fields,
      ...errorFacts(exportError ?? undefined).fields,
      ...errors,
    }),
    [found.error, exportError, errors],
  )
  const change = (part: Partial<HistoryForm>) => {
    setForm((before) => ({ ...before, ...part }))
    setErrors({})
    setExportError(null)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { query: next, errors: wrong } = queryOf(form, zone)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    reference.current = form.reference.trim()
    if (JSON.stringify(readQuery({ ...next })) === key) return void found.refetch()
    void navigate({
      to: paths.addressHistory as never,
      search: ((before: Record<string, unknown>) => ({ company: before['company'], ...next })) as never,
    })
  }

  const exportSigned = async () => {
    const { query: next, errors: wrong } = queryOf(form, zone)
    if (form.reference.trim() === '') wrong['reference'] = textOf(message('field.required'))
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
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

  const timeField = (name: 'at' | 'from' | 'to') => {
    const utc = instantIn(form[name], zone)
    return (
      <TextInput
        type="datetime-local"
        step={1}
        required
        label={t(`address-history:field.${name}`)}
        description={utc ? t('address-history:utc', { time: utc }) : t('address-history:zone', { zone })}
        value={form[name]}
        error={messages[name]}
        onChange={(event) => change({ [name]: event.currentTarget.value })}
      />
    )
  }

  return (
    <>
      <PageHeader title={t('address-history:title')} subtitle={t('address-history:subtitle')} />
      <div className={classes.stack}>
        <Card title={t('address-history:question')}>
          <form onSubmit={submit} noValidate>
            <div className={classes.fields}>
              <TextInput
                label={t('address-history:field.address')}
                description={t('address-history:help.address')}
                required
                autoComplete="off"
                spellCheck={false}
                maxLength={64}
                value={form.address}
                error={messages['address']}
                onChange={(event) => change({ address: event.currentTarget.value })}
              />
              <TextInput
                label={t('address-history:field.port')}
                description={t('address-history:help.port')}
                inputMode="numeric"
                autoComplete="off"
                maxLength={5}
                value={form.port}
                error={messages['port']}
                onChange={(event) => change({ port: event.currentTarget.value })}
              />
              <div className={classes.whole}>
                <SegmentedControl
                  aria-label={t('address-history:field.mode')}
                  value={form.mode}
                  onChange={(mode) => change({ mode: mode as HistoryForm['mode'] })}
                  data={[
                    { value: 'at', label: t('address-history:mode.at') },
                    { value: 'range', label: t('address-history:mode.range') },
                  ]}
                />
              </div>
              {form.mode === 'at' ? (
                timeField('at')
              ) : (
                <>
                  {timeField('from')}
                  {timeField('to')}
                </>
              )}
              <TextInput
                label={t('address-history:field.reference')}
                description={t('address-history:help.reference')}
                autoComplete="off"
                maxLength={200}
                value={form.reference}
                error={messages['reference']}
                onChange={(event) => change({ reference: event.currentTarget.value })}
              />
            </div>
            <p className={classes.note}>{t('address-history:audited')}</p>
            {exportError ? <ErrorNotice error={exportError} title={t('address-history:exportFailed')} inline /> : null}
            <div className={classes.buttons}>
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
            {since && beginning && Date.parse(beginning) < Date.parse(since) ? (
              <p className={classes.note}>
                {t('address-history:before')} <Time value={since} />
              </p>
            ) : null}
            {found.error && rows.length === 0 ? (
              <ErrorNotice error={found.error} retry={() => void found.refetch()} />
            ) : found.isPending ? (
              <TableSkeleton rows={4} columns={6} />
            ) : rows.length === 0 ? (
              <EmptyState title={t('address-history:none.title')} text={t('address-history:none.text')} />
            ) : (
              <>
                <p className={classes.note} role="status">
                  {t(found.hasNextPage ? 'address-history:foundMore' : 'address-history:found', { count: rows.length })}
                </p>
                <ResultTable rows={rows} />
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
          </Card>
        )}
      </div>
    </>
  )
}
