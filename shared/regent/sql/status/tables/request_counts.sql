-- What requests over HTTP asked for, by day (UTC), queue and group. Processes count for themselves and add in bulk
-- (count_requests), so no request writes here. It refers to no queue: what a deleted queue used is paid for all the
-- same, and its deletion waits for nothing here. A request about several queues is divided among them.
create table queen.request_counts (
    day            date not null,
    queue          text collate "C" not null,   -- '': no queue, or one of those that a process had no place for
    consumer_group text collate "C" not null,   -- '': pushes, and requests of no group
    since          timestamptz not null,        -- of the first count of the day
    pushes         double precision not null,   -- requests that stored messages
    pops           double precision not null,   -- … that were handed some
    empty_pops     double precision not null,   -- … that found none
    acks           double precision not null,   -- … that answered for some
    others         double precision not null,   -- … of other routes
    pushed         bigint not null,             -- messages
    popped         bigint not null,
    acked          bigint not null,
    bytes_in       double precision not null,   -- of bodies of requests
    bytes_out      double precision not null,   -- … and of answers
    waited_seconds double precision not null,   -- for which pops waited for messages
    primary key (day, queue, consumer_group)
) with (fillfactor = 50);
