-- Which roles may call the routines of dead letters.
grant execute on function queen.list_dead_letters, queen.count_dead_letters, queen.summarize_dead_letters,
    queen.count_outcomes, queen.redrive, queen.preview_redrive,
    queen.move_to_dead_letters, queen.purge_dead_letters to regent_api;
