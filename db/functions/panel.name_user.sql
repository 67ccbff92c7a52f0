-- Address management labels what uses an allocation by the user name: updates the label after a rename.
create or replace function panel.name_user() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update address set used_by_label = new.username where used_by_kind = new.kind and used_by_id = new.id and used_by_label is distinct from new.username;
  update subnet set used_by_label = new.username where used_by_kind = new.kind and used_by_id = new.id and used_by_label is distinct from new.username;
  return null;
end $$;
alter function panel.name_user() owner to trunkline_app_all;
revoke execute on function panel.name_user() from public;
