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
import classes from './change.module.css'
import { checkNet, storeBody, type CreateValues } from './subnet-values.ts'

/** How many of several are named. */
const named = 6

/** The body that a trial can be made of by now; undefined while something that it needs is missing. */
function trialBody(values: CreateValues, version: IpVersion, parent: Subnet | undefined) {
  if (values.where === 'given') {
    const { prefix, error } = checkNet(values.net, version, parent?.net)
    if (!prefix || error) return undefined
  } else if (values.parent_id === null && values.prefix === null) return undefined
  // Names and the like change nothing about what is taken, and are asked about only at the end.
  return storeBody(
    { ...values, name: '', description: '', gateway: '', vlan: null, company_id: null, mark_full: false },
    version,
  )
}

/** What would be taken, asked of the server without taking it. */
export function TakePreview({
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
  const body = trialBody(values, version, parent)
  const [requested] = useDebouncedValue(JSON.stringify(body ?? null), 400)
  const trial = useQuery(
    {
      queryKey: ['subnet.store', 'dry-run', requested],
      queryFn: ({ signal }) =>
        call(subnets.store, { body: { ...(JSON.parse(requested) as typeof body & object), dry_run: true }, signal }),
      // What is being taken would be told as taken.
      enabled: requested !== 'null' && !sending,
      retry: false,
      staleTime: 5000,
      placeholderData: (before) => before,
    },
    queryClient,
  )
  if (!body) return null
  const nets = trial.data?.data.nets ?? []
  const fields = Object.values(errorFacts(trial.error).fields ?? {})
  const rest = nets.length - named
  return (
    <div
      className={classes.trial}
      aria-live="polite"
      aria-busy={trial.isFetching}
      data-bad={trial.isError || undefined}
    >
      {trial.isError ? (
        <>
          <strong>{t('ipam:form.trial.refused')}</strong>{' '}
          {fields.length > 0 ? fields.join(' ') : errorText(trial.error, t)}
        </>
      ) : nets.length > 0 ? (
        <>
          <strong>{t('ipam:form.trial.takes')}</strong>{' '}
          <span className={classes.nets}>{nets.slice(0, named).join(', ')}</span>
          {rest > 0 ? ` ${t('ipam:form.trial.rest', { count: rest })}` : null}
        </>
      ) : (
        t('ipam:form.trial.pending')
      )}
    </div>
  )
}
