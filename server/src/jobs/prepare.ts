import { runMigrations } from 'graphile-worker'
import { Client } from 'pg'

/**
 * Creates and updates the queue's schema, `graphile_worker`, and grants `trunkline_app_all` access to it. Call it after
 * `prepareDatabase`; idempotent and safe to run from several processes at the same time.
 *
 * Workers run as `trunkline_app_all`, like all background work of the panel. Tenant transactions use the queue only
 * through the SQL function `queue_job`.
 * @param ownerUrl URL of the database as its owner
 * @throws Error if the schema belongs to a newer version, or the owner may not create it
 */
export async function prepareJobs(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'trunkline prepare jobs' })
  // A lost connection fails the statement; without a listener the error would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    // Held until the connection ends, so that processes which start at the same time wait for each other.
    await client.query(`select pg_advisory_lock(hashtext('trunkline jobs'))`)
    await runMigrations({ connectionString: ownerUrl, maxPoolSize: 1 })
    await client.query(RIGHTS)
  } finally {
    await client.end()
  }
}

/** The schema has row security enabled without a policy: only its owner would see a row. */
const RIGHTS = `
  grant usage on schema graphile_worker to trunkline_app_all;
  grant select, insert, update, delete on all tables in schema graphile_worker to trunkline_app_all;
  do $$
  declare
    t text;
  begin
    for t in
      select c.relname from pg_class c
       where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind = 'r' and c.relrowsecurity
         and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'everything')
    loop
      execute format('create policy everything on graphile_worker.%I to trunkline_app_all using (true) with check (true)', t);
    end loop;
  end $$`
