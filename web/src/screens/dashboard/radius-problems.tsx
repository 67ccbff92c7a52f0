import { radiusServers, type RadiusServer } from '@trunkline/contract/resources/radius-server'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { RelativeTime } from '../../ui/time.tsx'
import { HostCommand, ProblemNotice } from './problem-notice.tsx'
import classes from './problem-notice.module.css'

/** Milliseconds between two requests: a server reports every 15 seconds. */
const refreshMs = 30_000

/** A server that was stopped together with its panel is no problem, nor is one that is starting. */
const isProblem = ({ state }: RadiusServer) => state !== 'running' && state !== 'starting' && state !== 'stopped'

function Problem({ server }: { server: RadiusServer }) {
  const { t } = useTranslation()
  const { reason, output, command, ...of } = server
  const silent = server.state === 'silent'
  return (
    <li>
      <strong>{server.name}</strong> · {t(silent ? 'dashboard:radius.lastReport' : 'dashboard:radius.since')}{' '}
      <RelativeTime value={server.since} />
      <p>{silent ? t('dashboard:radius.silent') : textOf({ reason: reason ?? 'radius_server.start', ...of })}</p>
      {output ? <pre className={classes.output}>{output}</pre> : null}
      {command ? <HostCommand command={command} /> : null}
    </li>
  )
}

/** The servers with problems, since when, and the command that repairs each. */
export default function RadiusProblems() {
  const { t } = useTranslation()
  useMessages()
  const { data } = useCall(radiusServers.status, {}, { every: refreshMs })
  const problems = data?.data.servers.filter(isProblem) ?? []
  if (problems.length === 0) return null
  const key = data?.data.servers.some(({ state }) => state === 'running') ? 'some' : 'none'
  return (
    <ProblemNotice title={t(`dashboard:radius.${key}`, { count: problems.length })}>
      <p>{t(`dashboard:radius.${key}Text`)}</p>
      <ul>
        {problems.map((server) => (
          <Problem key={server.host} server={server} />
        ))}
      </ul>
    </ProblemNotice>
  )
}
