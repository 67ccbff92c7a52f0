import { radiusServers, type RadiusServer } from '@trunkline/contract/resources/radius-server'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import classes from './radius-problems.module.css'

/** Milliseconds between two requests: a server reports every 15 seconds. */
const refreshMs = 30_000

/** A server that was stopped together with its panel is no problem, and one that is starting is none yet. */
const isProblem = ({ state }: RadiusServer) => state !== 'running' && state !== 'starting' && state !== 'stopped'

function Problem({ server }: { server: RadiusServer }) {
  const { t } = useTranslation()
  const { reason, output, command, ...of } = server
  return (
    <li>
      <strong>{server.name}</strong> ·{' '}
      {server.state === 'silent' ? t('dashboard:radius.lastReport') : t('dashboard:radius.since')}{' '}
      <RelativeTime value={server.since} />
      <p>
        {server.state === 'silent'
          ? t('dashboard:radius.silent')
          : textOf({ reason: reason ?? 'radius_server.start', ...of })}
      </p>
      {output ? <pre className={classes.output}>{output}</pre> : null}
      {command ? (
        <span className={classes.command}>
          <code>{command}</code>
          <CopyButton value={command} what={t('dashboard:radius.command')} />
        </span>
      ) : null}
    </li>
  )
}

/** What is wrong with RADIUS servers, since when, and the command that repairs it; nothing where all of them run. */
export default function RadiusProblems() {
  const { t } = useTranslation()
  useMessages()
  const { data } = useCall(radiusServers.status, {}, { every: refreshMs })
  const problems = data?.data.servers.filter(isProblem) ?? []
  if (problems.length === 0) return null
  const runs = data?.data.servers.some(({ state }) => state === 'running')
  return (
    <section className={classes.notice} role="status">
      <h2>
        <IconAlertTriangle size={18} aria-hidden="true" />
        {t(runs ? 'dashboard:radius.some' : 'dashboard:radius.none', { count: problems.length })}
      </h2>
      <p>{t(runs ? 'dashboard:radius.someText' : 'dashboard:radius.noneText')}</p>
      <ul>
        {problems.map((server) => (
          <Problem key={server.host} server={server} />
        ))}
      </ul>
    </section>
  )
}
