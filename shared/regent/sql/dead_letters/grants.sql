-- Which roles may call the routines of dead letters.
grant execute on function queen.list_dead_letters, queen.count_dead_letters, queen.summarize_dead_letters,
    queen.count_outcomes, queen.redrive, queen.preview_redrive,
    queen.move_to_dead_letters, queen.purge_dead_letters to regent_api;
grant execute on function queen.start_redrive, queen.stop_redrive, queen.list_redrives, queen.read_redrive
    to regent_api;
-- The reclaim carries redrives on.
grant execute on function queen.carry_redrive to regent_reclaim;
