create table if not exists accounts (customer varchar(128) primary key, balance bigint not null, delivery bigint not null);
create table if not exists entries (
    number bigint generated always as identity primary key,
    task varchar(128) not null unique,
    customer varchar(128) not null,
    amount bigint not null,
    balance bigint not null,
    due bigint not null,
    attempt int not null,
    instance varchar(40) not null);
