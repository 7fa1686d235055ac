create table if not exists booking (id bigint generated always as identity primary key, guest varchar(60) not null);
