import { runMigrations } from 'graphile-worker'
import { Client } from 'pg'

/**
 * Makes and updates the queue's own schema, `graphile_worker`, and lets `trunkline_app_all` work in it. To be called
 * after `prepareDatabase`; safe to run from several processes at once and at every start.
 *
 * Workers run as `trunkline_app_all`, like everything else the panel does by itself. Tenants' transactions reach the
 * queue through the SQL function `queue_job` alone.
 * @param ownerUrl address of the database as its owner
 * @throws Error when the schema belongs to a newer version, or the owner may not make it
 */
export async function prepareJobs(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'trunkline prepare jobs' })
  // Its statement fails; without a listener the process would end.
  client.on('error', () => {})
  await client.connect()
  try {
    // Held until the connection ends: processes that start together wait for one another.
    await client.query(`select pg_advisory_lock(hashtext('trunkline jobs'))`)
    await runMigrations({ connectionString: ownerUrl, maxPoolSize: 1 })
    await client.query(RIGHTS)
  } finally {
    await client.end()
  }
}

/** The schema comes with row security switched on and no policy: only its owner would see a row. */
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
