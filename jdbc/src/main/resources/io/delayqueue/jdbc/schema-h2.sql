create table if not exists DELAYQUEUE_OUTBOX (
    seq bigint generated always as identity primary key,
    name varchar(40) not null,
    queue varchar(257) not null,
    task_group varchar(128) not null,
    task_id varchar(128) not null,
    format smallint not null,
    kind char(1) not null,
    topic varchar(128),
    due_ms bigint,
    due_relative smallint,
    how varchar(100),
    detail binary large object,
    created_ms bigint not null,
    tries int not null,
    retry_ms bigint,
    refused varchar(1000)
);

create unique index if not exists DELAYQUEUE_OUTBOX_NAME on DELAYQUEUE_OUTBOX (name);

create index if not exists DELAYQUEUE_OUTBOX_TASK on DELAYQUEUE_OUTBOX (queue, task_group, task_id, seq);

create table if not exists DELAYQUEUE_OUTBOX_STORE (
    queue varchar(257) primary key,
    store_identity varchar(64) not null,
    store_address varchar(1000) not null
);

create table if not exists DELAYQUEUE_ONCE (
    queue varchar(257) not null,
    task_group varchar(128) not null,
    task_id varchar(128) not null,
    occurrence bigint not null,
    step varchar(64) not null,
    done_ms bigint not null,
    primary key (queue, task_group, task_id, occurrence, step)
);

create index if not exists DELAYQUEUE_ONCE_DONE on DELAYQUEUE_ONCE (queue, done_ms);
