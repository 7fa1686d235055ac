create table if not exists DELAYQUEUE_OUTBOX (
    seq bigint not null auto_increment primary key,
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
    detail longblob,
    created_ms bigint not null,
    tries int not null,
    retry_ms bigint,
    refused varchar(1000) character set utf8mb4,
    unique index DELAYQUEUE_OUTBOX_NAME (name),
    index DELAYQUEUE_OUTBOX_TASK (queue, task_group, task_id, seq)
) engine = InnoDB default character set ascii collate ascii_bin;

create table if not exists DELAYQUEUE_OUTBOX_STORE (
    queue varchar(257) not null primary key,
    store_identity varchar(64) not null,
    store_address varchar(1000) not null
) engine = InnoDB default character set ascii collate ascii_bin;

create table if not exists DELAYQUEUE_ONCE (
    queue varchar(257) not null,
    task_group varchar(128) not null,
    task_id varchar(128) not null,
    occurrence bigint not null,
    step varchar(64) not null,
    done_ms bigint not null,
    primary key (queue, task_group, task_id, occurrence, step),
    index DELAYQUEUE_ONCE_DONE (queue, done_ms)
) engine = InnoDB default character set ascii collate ascii_bin;
