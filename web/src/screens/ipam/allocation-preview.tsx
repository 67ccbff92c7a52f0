import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { Subnet } from '@trunkline/contract/resources/subnet-shapes'
import type { IpVersion } from '@trunkline/contract/resources/subnet-enums'
import { useContext } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { FormContext } from '../../form/form-context.ts'
import { errorFacts, errorText } from '../../ui/error-text.ts'
import classes from './forms.module.css'
import { checkPrefix, storeBody, type CreateValues } from './subnet-values.ts'

/** At most this many prefixes are listed. */
const maxListed = 6

/** The body of a dry run; undefined while a field that it needs is missing. */
function dryRunBody(values: CreateValues, version: IpVersion, parent: Subnet | undefined) {
  if (values.source === 'given') {
    const { prefix, error } = checkPrefix(values.net, version, parent?.net)
    if (!prefix || error) return undefined
  } else if (values.parent_id === null && values.prefix === null) return undefined
  // These do not change what is allocated; the form checks them when it is sent.
  return storeBody(
    { ...values, name: '', description: '', gateway: '', vlan: null, company_id: null, mark_full: false },
    version,
  )
}

/** The prefixes that the form would allocate, by a dry run on the server. */
export function AllocationPreview({
  values,
  version,
  parent,
}: {
  values: CreateValues
  version: IpVersion
  parent: Subnet | undefined
}) {
  const { t } = useTranslation()
  const sending = useContext(FormContext)?.pending ?? false
  const body = dryRunBody(values, version, parent)
  const [settled] = useDebouncedValue(JSON.stringify(body ?? null), 400)
  const dryRun = useQuery(
    {
      queryKey: ['subnet.store', 'dry-run', settled],
      queryFn: ({ signal }) =>
        call(subnets.store, { body: { ...(JSON.parse(settled) as typeof body & object), dry_run: true }, signal }),
      // While the form is sent, its own prefixes would be reported as taken.
      enabled: settled !== 'null' && !sending,
      retry: false,
      staleTime: 5000,
      placeholderData: (before) => before,
    },
    queryClient,
  )
  if (!body) return null
  const nets = dryRun.data?.data.nets ?? []
  const errors = Object.values(errorFacts(dryRun.error).fields ?? {})
  const more = nets.length - maxListed
  return (
    <div
      className={classes.preview}
      aria-live="polite"
      aria-busy={dryRun.isFetching}
      data-error={dryRun.isError || undefined}
    >
      {dryRun.isError ? (
        <>
          <strong>{t('ipam:form.preview.rejected')}</strong>{' '}
          {errors.length > 0 ? errors.join(' ') : errorText(dryRun.error, t)}
        </>
      ) : nets.length > 0 ? (
        <>
          <strong>{t('ipam:form.preview.allocates')}</strong> {nets.slice(0, maxListed).join(', ')}
          {more > 0 ? ` ${t('ipam:more', { count: more })}` : null}
        </>
      ) : (
        t('ipam:form.preview.pending')
      )}
    </div>
  )
}
