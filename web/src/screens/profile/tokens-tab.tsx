import { Anchor, Button } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { account, type apiToken } from '@trunkline/contract/resources/account'
import clsx from 'clsx'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type * as z from 'zod/mini'
import { useCall, useCommand } from '../../api/query.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import layout from '../../ui/layout.module.css'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { RelativeTime, Time } from '../../ui/time.tsx'
import { LockedNote, useImpersonator } from './own-profile.tsx'
import classes from './profile.module.css'
import { accessOf } from './scopes.ts'
import { TokenDialog } from './token-dialog.tsx'

type ApiToken = z.infer<typeof apiToken>

/** The last whole day (UTC) on which a token is valid: the one chosen in the form. */
export const lastDay = (expires_at: string): string => new Date(Date.parse(expires_at) - 1).toISOString().slice(0, 10)

function Scopes({ scopes }: { scopes: readonly string[] }) {
  const { t } = useTranslation()
  const access = accessOf(scopes)
  if (access !== 'chosen') return t(`profile:tokens.scope.${access}`)
  const labels = scopes.map((scope) => {
    const [subject, action] = scope.split(':') as [string, string]
    return `${t(`profile:subject.${subject}`, { defaultValue: subject })}: ${t(`profile:action.${action}`, { defaultValue: action })}`
  })
  const [first = '', ...rest] = labels
  return (
    <span title={labels.join('\n')}>
      {rest.length === 0 ? first : t('profile:tokens.more', { first, count: rest.length })}
    </span>
  )
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const { t } = useTranslation()
  const label = (key: 'scopes' | 'expires' | 'lastUsed') => (
    <span className={classes.cellLabel}>{t(`profile:tokens.${key}`)}: </span>
  )
  return (
    <tr>
      <th scope="row">
        <span className={layout.stacked}>
          <strong>{token.name}</strong>
          <span className={layout.code}>{token.prefix}…</span>
        </span>
      </th>
      <td>
        {label('scopes')}
        <Scopes scopes={token.scopes} />
      </td>
      <td>
        {label('expires')}
        <Time value={lastDay(token.expires_at)} day />
      </td>
      <td>
        {label('lastUsed')}
        {token.last_used_at ? <RelativeTime value={token.last_used_at} /> : t('profile:tokens.never')}
      </td>
      <td>
        <Button
          variant="default"
          size="compact-md"
          aria-label={t('profile:tokens.revokeOne', { name: token.name })}
          onClick={onRevoke}
        >
          {t('profile:tokens.revoke')}
        </Button>
      </td>
    </tr>
  )
}

/** The user's own API tokens. */
export function TokensTab({ name }: { /** Of the user. */ name: string }) {
  const { t } = useTranslation()
  const locked = useImpersonator() !== null
  const { data, error, refetch } = useCall(account.tokens, {}, { enabled: !locked })
  const destroy = useCommand(account.destroyToken)
  const { confirm, dialog } = useQuestion()
  const [creating, setCreating] = useState(false)
  if (locked) return <LockedNote name={name} />

  const tokens = data?.data ?? []
  const revoke = (token: ApiToken) =>
    confirm({
      title: t('profile:tokens.revokeTitle', { name: token.name }),
      text: t('profile:tokens.revokeText'),
      confirmLabel: t('profile:tokens.revoke'),
      tone: 'danger',
      done: t('profile:tokens.revoked', { name: token.name }),
      run: () => destroy.run({ params: { id: token.id } }).then(() => refetch()),
    })
  const create = (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setCreating(true)}>
      {t('profile:tokens.create')}
    </Button>
  )
  return (
    <Card title={t('profile:tokens.title')} actions={tokens.length > 0 ? create : null}>
      <p className={layout.smallNote}>
        {t('profile:tokens.text')}{' '}
        <Anchor href="/api/docs" target="_blank" rel="noopener" inherit underline="always">
          {t('profile:tokens.docs')}
        </Anchor>
      </p>
      {error ? (
        <ErrorNotice error={error} retry={() => void refetch()} inline />
      ) : !data ? (
        <DetailSkeleton facts={3} />
      ) : tokens.length === 0 ? (
        <EmptyState
          icon={<IconKey size={20} />}
          title={t('profile:tokens.emptyTitle')}
          text={t('profile:tokens.emptyText')}
        >
          {create}
        </EmptyState>
      ) : (
        <table className={clsx(layout.table, classes.tokens)}>
          <thead>
            <tr>
              <th scope="col">{t('common:field.name')}</th>
              <th scope="col">{t('profile:tokens.scopes')}</th>
              <th scope="col">{t('profile:tokens.expires')}</th>
              <th scope="col">{t('profile:tokens.lastUsed')}</th>
              <td aria-label={t('list:row.column')} />
            </tr>
          </thead>
          <tbody>
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} onRevoke={() => revoke(token)} />
            ))}
          </tbody>
        </table>
      )}
      {creating ? <TokenDialog onClose={() => setCreating(false)} onCreated={() => void refetch()} /> : null}
      {dialog}
    </Card>
  )
}
