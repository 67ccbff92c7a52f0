-- Readings over time (docs/telemetry.md): one row of a subject and time with all its values in one array, so that a minute
-- of 10,000 devices is 10,000 rows and not 400,000. What stands at a position is named by telemetry_subject.series.
-- Coarser tiers are computed whole from the next finer one; a write leaves a mark in telemetry_mark, in its transaction.
-- Tenants have no right on any of these tables: the telemetry module finds the subject in the caller's transaction first.
-- functions: secured, panel.merge_readings, panel.maintain_telemetry

create table telemetry_subject (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('device', 'site', 'nas', 'radius_server', 'service', 'pool', 'company')),
  -- Id in the table of its kind. Without a reference, so that readings outlast a row and its deletion costs nothing here.
  object_id bigint not null,
  -- What stands where: the first value of a row belongs to series[1]. A metric, or a metric, a space and a part
  -- ('port_rx ether3'). Only appended to.
  series text[] not null default '{}' check (cardinality(series) <= 500),
  unique (kind, object_id)
) with (fillfactor = 80);
select secured('telemetry_subject');

-- A minute; null: not read.
create table reading_1m (
  subject_id bigint not null,
  at timestamptz not null,
  v real[] not null,
  primary key (subject_id, at)
) partition by range (at);
select secured('reading_1m', '', 'select, insert, update');

-- Means, highest values and numbers of minutes that have a value; null: no minute has one.
create table reading_5m (
  subject_id bigint not null,
  at timestamptz not null,
  v real[] not null,
  m real[] not null,
  n smallint[] not null,
  primary key (subject_id, at)
) partition by range (at);
select secured('reading_5m', '', 'select, insert, update');

create table reading_1h (like reading_5m including constraints, primary key (subject_id, at)) partition by range (at);
select secured('reading_1h', '', 'select, insert, update');

-- A day begins at midnight UTC.
create table reading_1d (like reading_5m including constraints, primary key (subject_id, at)) partition by range (at);
select secured('reading_1d', '', 'select, insert, update');

-- Five-minute means of the uplinks of devices and of services, bit/s, for the 95th percentile of a month, which cannot be
-- computed from hours.
create table traffic_5m (
  subject_id bigint not null,
  at timestamptz not null,
  rx real,
  tx real,
  primary key (subject_id, at)
) partition by range (at);
select secured('traffic_5m', '', 'select, insert, update');

-- Buckets that have to be computed. Without a unique key: a check for a mark that is there already would miss one whose
-- transaction deletes it at the same moment.
create table telemetry_mark (
  -- Seconds of the tier: 300, 3600, 86400.
  tier int not null,
  bucket timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index telemetry_mark_bucket on telemetry_mark (tier, bucket);
select secured('telemetry_mark', '', 'select, insert, delete');

select panel.maintain_telemetry();
