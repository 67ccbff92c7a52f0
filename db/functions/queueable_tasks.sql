-- Tasks that a request may enqueue by queue_job. A new task is added to this list.
create or replace function queueable_tasks() returns text[] language sql immutable parallel safe as $$
  select array[
    'send-mail', 'run-ip-plan', 'verify-ipam', 'radius-coa', 'radius-quota', 'tell-tariff', 'run-import', 'device-commands', 'verify-audit',
    'run-bulk-job', 'remove-file', 'advance-rollout', 'send-notifications', 'derive-uplinks', 'check-templates'
  ]
$$;
