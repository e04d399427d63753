-- Who changes something notes it, and nobody changes a note. The reclaim deletes what is too old.
grant execute on function queen.note_change, queen.list_changes to regent_api;
grant execute on function queen.expire_changes to regent_reclaim;
