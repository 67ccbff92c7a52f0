import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { defaultThreads } from '@trunkline/radius/files'

/** FreeRADIUS with the tables and queries that it ships for PostgreSQL, as a baseline. */
const shipped = '/etc/freeradius/3.0/mods-config/sql/main/postgresql'

/** Why there is no baseline; undefined: there is one. */
export const noStock = (): string | undefined =>
  existsSync(join(shipped, 'queries.conf'))
    ? undefined
    : `${shipped} can't be read: run as root, with freeradius-config installed`

/** Ports of one stock FreeRADIUS. */
export interface StockPorts {
  /** Logins without a session limit. */
  auth: number
  /** Logins with one session per user (Simultaneous-Use := 1). */
  counted: number
  acct: number
}

/** Logins on one port. The session section runs where Simultaneous-Use is set. */
const virtualServer = (name: string, port: number, counting: string) => `server ${name} {
	listen {
		type = auth
		ipaddr = *
		port = ${port}
	}
	authorize {
		update reply {
			&Message-Authenticator := 0x00
		}
		sql
${counting}		pap
	}
	authenticate {
		Auth-Type PAP {
			pap
		}
	}
	session {
		sql
	}
	post-auth {
		add_class
		sql
		Post-Auth-Type REJECT {
			sql
		}
	}
}
`

/**
 * The configuration with the same threads, pool, reply attributes and PAP as the panel's own; logins without and with
 * a session limit on separate ports. `commit`: synchronous_commit of its connections.
 */
const configuration = (base: string, url: URL, ports: StockPorts, commit: 'on' | 'off') => `
prefix = /usr
raddbdir = ${base}/raddb
confdir = \${raddbdir}
modconfdir = \${raddbdir}/mods-config
logdir = ${base}/log
run_dir = ${base}/run
libdir = /usr/lib/freeradius
name = radiusd
pidfile = \${run_dir}/radiusd.pid
max_requests = 65536
proxy_requests = no
log {
	destination = files
	file = \${logdir}/radius.log
}
security {
	reject_delay = 1
	status_server = yes
}
thread pool {
	start_servers = ${defaultThreads()}
	max_servers = ${defaultThreads()}
	min_spare_servers = 1
	max_spare_servers = ${defaultThreads()}
	max_requests_per_server = 0
	auto_limit_acct = no
}
modules {
	pap {
	}
	expr {
	}
	sql {
		dialect = "postgresql"
		driver = "rlm_sql_postgresql"
		radius_db = "host='${url.hostname}' port='${url.port}' dbname='${url.pathname.slice(1)}' user='${url.username}' password='${url.password}' options='-c synchronous_commit=${commit}'"
		acct_table1 = "radacct"
		acct_table2 = "radacct"
		postauth_table = "radpostauth"
		authcheck_table = "radcheck"
		groupcheck_table = "radgroupcheck"
		authreply_table = "radreply"
		groupreply_table = "radgroupreply"
		usergroup_table = "radusergroup"
		client_table = "nas"
		group_attribute = "SQL-Group"
		read_clients = no
		pool {
			start = 0
			min = 1
			max = ${defaultThreads()}
			spare = 4
			uses = 0
			lifetime = 0
			idle_timeout = 300
			retry_delay = 2
			connect_timeout = 3
		}
		$INCLUDE ${base}/raddb/queries.conf
	}
}
client any {
	ipaddr = 127.0.0.0/8
	secret = bench-secret
}
policy {
	# As the shipped policy insert_acct_class does, in the form of the panel.
	add_class {
		update reply {
			&Class := "tl:%{md5:%l|%{client:shortname}|%{User-Name}|%{Calling-Station-Id}|%{randstr:nnnnnnnnnnnn}}"
		}
	}
}
${virtualServer('plain', ports.auth, '')}
${virtualServer(
  'counted',
  ports.counted,
  `		update control {
			&Simultaneous-Use := 1
		}
`,
)}
server accounting {
	listen {
		type = acct
		ipaddr = *
		port = ${ports.acct}
	}
	preacct {
		update request {
			&Acct-Unique-Session-Id := "%{md5:%{User-Name},%{Acct-Session-Id},%{%{NAS-IPv6-Address}:-%{NAS-IP-Address}},%{NAS-Identifier},%{NAS-Port-ID},%{NAS-Port}}"
		}
	}
	accounting {
		sql
	}
}
`

/** Starts it in the foreground. @throws Error with FreeRADIUS's message */
export async function startStock(
  base: string,
  databaseUrl: string,
  ports: StockPorts,
  commit: 'on' | 'off',
): Promise<ChildProcess> {
  for (const folder of ['raddb', 'log', 'run']) mkdirSync(join(base, folder), { recursive: true, mode: 0o700 })
  writeFileSync(join(base, 'raddb/radiusd.conf'), configuration(base, new URL(databaseUrl), ports, commit))
  writeFileSync(join(base, 'raddb/dictionary'), '')
  writeFileSync(join(base, 'raddb/queries.conf'), readFileSync(join(shipped, 'queries.conf')))
  try {
    execFileSync('freeradius', ['-d', join(base, 'raddb'), '-n', 'radiusd', '-CX'], {
      maxBuffer: 16_000_000,
      stdio: 'pipe',
      encoding: 'utf8',
    })
  } catch (error) {
    throw new Error(
      `The stock configuration is rejected:\n${(error as { stdout: string }).stdout.trim().split('\n').slice(-5).join('\n')}`,
      { cause: error },
    )
  }
  const child = spawn('freeradius', ['-d', join(base, 'raddb'), '-n', 'radiusd', '-f'], { stdio: 'ignore' })
  const log = join(base, 'log/radius.log')
  for (let i = 0; i < 200; i++) {
    if (existsSync(log) && readFileSync(log, 'utf8').includes('Ready to process requests')) return child
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error('The stock FreeRADIUS did not start.')
}

/**
 * Its tables, with as many users, ended and running sessions as the panel has, and the index that an operator adds for
 * session limits: the shipped schema has none for the open sessions of a user.
 * @throws Error if the shipped query does not use that index
 */
export async function seedStock(
  databaseUrl: string,
  { services, closed, live }: { services: number; closed: number; live: number },
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const schema = readFileSync(join(shipped, 'schema.sql'), 'utf8')
  await client.query(schema)
  await client.query(`
    insert into radcheck (username, attribute, op, value) select 'user' || i, 'Cleartext-Password', ':=', 'password' || i from generate_series(1, ${services}) i;
    insert into radreply (username, attribute, op, value) select 'user' || i, r.a, ':=', r.v from generate_series(1, ${services}) i,
      lateral (values ('Acct-Interim-Interval', '300'), ('Mikrotik-Rate-Limit', '10000k/50000k'), ('Framed-IP-Address', host('100.64.0.0'::inet + i))) r (a, v);
    create index if not exists radcheck_username on radcheck (username, attribute);
    create index if not exists radreply_username on radreply (username, attribute);
    create index radacct_open on radacct (username) where acctstoptime is null;
    insert into radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, acctupdatetime, acctstoptime, acctsessiontime, acctinputoctets, acctoutputoctets, callingstationid, acctterminatecause, framedipaddress)
      select 's' || i, md5('c' || i), 'user' || 1 + i % ${services}, '127.0.0.2', t, t + interval '1 hour', t + interval '1 hour', 3600, i, i, 'aa' || i % 1000, 'User-Request', '100.64.0.1'
      from generate_series(1, ${closed}) i, lateral (select now() - (i % 365 + 1) * interval '1 day' as t) d;
    insert into radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, acctupdatetime, acctsessiontime, acctinputoctets, acctoutputoctets, callingstationid, framedipaddress)
      select 'l' || i, md5('l' || i), 'user' || ${services} - i, '127.0.0.2', now() - interval '1 hour', now(), 3600, i, i, 'aa', '100.64.0.1' from generate_series(0, ${live - 1}) i;
    analyze`)
  // simul_count_query of queries.conf, with its table and a user filled in.
  const count = /^simul_count_query\s*=\s*"((?:[^"\\]|\\\s)*)"/m.exec(
    readFileSync(join(shipped, 'queries.conf'), 'utf8'),
  )?.[1]
  if (count === undefined) throw new Error('The shipped configuration has no simul_count_query.')
  const query = count
    .replaceAll(/\\\s/g, ' ')
    .replaceAll('${acct_table1}', 'radacct')
    .replaceAll('%{SQL-User-Name}', 'user1')
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${query}`)
  await client.end()
  if (!rows.some((row) => row['QUERY PLAN'].includes('radacct_open')))
    throw new Error(`The stock query does not use the index:\n${rows.map((row) => row['QUERY PLAN']).join('\n')}`)
}
