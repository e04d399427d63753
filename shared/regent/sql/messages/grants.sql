-- Which roles may call the routines of single messages and traces.
grant execute on function queen.list_messages, queen.read_message, queen.delete_message, queen.record_trace, queen.list_traces,
    queen.list_traces_by_name, queen.list_trace_names, queen.read_pipeline to regent_api;
